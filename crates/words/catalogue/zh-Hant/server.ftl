# 伺服器：拒絕什麼，為什麼掛斷。

server-other-site = 這個請求來自別的網站；只有本伺服器的頁面可以這樣做。
server-unreadable = 讀不懂這個請求（{ $fault }）
server-only-sockets = 這個網址只供頁面保持連線（WebSocket）。
server-log-form = 沒有「{ $form }」這種形式：可以是 md、html、txt、book、paint 或 docx。
server-create-key = 在這台伺服器上開桌需要金鑰。
server-no-such-pack = 這台伺服器上沒有規則「{ $pack }」。
server-no-invitation = 桌子開好了，但邀請沒有建成，請在桌上再建一個。
server-no-such-table = 沒有這張桌子。
server-no-such-address = 這個網址什麼也沒有。
server-no-such-method = 這個網址不接受這種請求。
server-no-seat = 這個瀏覽器在這張桌上沒有座位。
server-use-link = 開啟你的連結，或向主持人要一個。
server-no-page = 伺服器已在執行，但網頁還沒有建置：
server-no-hello = 頁面沒有打招呼。
server-hello-twice = 頁面打了兩次招呼。
server-not-text = 這裡只讀文字。
server-too-large = 一次太多了：最多 { $most } KiB。
server-too-late = 請求太久沒有傳完。
server-other-version = 伺服器已更新，請重新整理頁面。
server-too-many = 來自這裡的請求太多了，請在 { $seconds } 秒後再試。
server-too-many-connections = 來自這裡的連線已有 { $most } 條，請先關閉一些。
server-seat-too-fast = 這個座位一下子送出太多，正在接續。
server-table-too-fast = 這張桌子一下子送出太多，正在接續。
server-too-slow = 連線太慢，正在接續。
server-revoked = 這台裝置在這張桌上不再有座位。
server-role-changed = 你的座位身分變了，正在重新開啟。
server-search-text = 要找的文字請寫 1 到 { $most } 個字。
server-rewritten = 紀錄有改動，正在重新開啟。
server-deleted = 這張桌子已被刪除。
server-stopping = 伺服器正在停止，恢復後會自動接續。
server-unreachable = 伺服器連不上資料庫；它恢復後，或換到另一台後，你會自動回來。

# mistline serve
cli-serve = 啟動伺服器，讓連得到這台機器的人來玩
cli-option-listen = 監聽的位址和連接埠，如 0.0.0.0:8080
cli-option-public_url = 大家造訪的網址，如 https://play.example
cli-option-create_key = 開桌所需的金鑰
cli-option-trusted_proxy = 信任其 X-Forwarded-For 的代理伺服器位址，可給多個
cli-option-no_limits = 不限制請求的多寡：用於測速，或只有朋友連得上時
cli-serve-examples =
    {"  "}mistline serve
    {"  "}mistline serve --data ./tables --listen 127.0.0.1:9000
cli-serve-running = Mistline 霧線已在執行：
cli-serve-this-machine = 本機
cli-serve-this-network = 同一網路裡的其他人
cli-serve-public = 所有人
cli-serve-kept = 一切存放在 { $folder }
cli-serve-kept-database = 一切存放在 { $database }
cli-serve-next = 開啟一個網址就能開桌。按 Ctrl-C 停止，什麼都不會遺失。
cli-serve-stopped = 已停止。
cli-serve-next-port = 連接埠 { $port } 已被佔用，改用 { $next }。
cli-serve-port-taken = { $address } 已被別的程式佔用。用 --listen 換一個連接埠。
cli-serve-cannot-listen = 無法監聽 { $address }：{ $fault }
cli-serve-folder = 資料夾 { $folder } 不能用：{ $fault }
cli-serve-bad-url = 「{ $url }」不是伺服器網址，應該像 https://play.example
cli-serve-bad-log = 看不懂日誌設定 { $log }；請寫 off、error、warn、info、debug 或 trace，或各部分的等級：info,table=debug
server-chart-form = 沒有「{ $form }」這種圖：可以是 png 或 svg。
server-no-picture = 這不是能用的圖片。
server-picture-heavy = 檔案太大了，最多 { $most } MiB。
server-picture-large = 這張圖的點數太多了，最多四千萬點。
server-picture-broken = 這張圖讀到一半就斷了。
server-picture-instead = 請用 PNG、JPEG、WebP 或 GIF。
server-recap-form = 沒有「{ $form }」這種形式：可以是 json、md、html 或 png。
server-no-chat-door = 沒有這個名字的 [[chat]]（kind = "relay"），或者 key 不對。
server-no-font = 伺服器上沒有中文字型，畫不成 PNG（Debian 的套件：{ $package }）。
server-no-font-text = 文字版：.bat chart；或取 svg。
