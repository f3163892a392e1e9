# 服务器：拒绝什么，为什么挂断。

server-other-site = 这个请求来自别的网站；只有本服务器的页面可以这样做。
server-unreadable = 读不懂这个请求（{ $fault }）
server-only-sockets = 这个地址只供页面保持连接（WebSocket）。
server-log-form = 没有“{ $form }”这种形式：可以是 md、html、txt、book、paint 或 docx。
server-create-key = 在这台服务器上开桌需要密钥。
server-no-such-pack = 这台服务器上没有规则“{ $pack }”。
server-no-invitation = 桌子开好了，但邀请没有建成，请在桌上再建一个。
server-no-such-table = 没有这张桌子。
server-no-such-address = 这个地址什么也没有。
server-no-such-method = 这个地址不接受这种请求。
server-no-seat = 这个浏览器在这张桌上没有座位。
server-use-link = 打开你的链接，或向主持人要一个。
server-no-page = 服务器已在运行，但网页还没有构建：
server-no-hello = 页面没有打招呼。
server-hello-twice = 页面打了两次招呼。
server-not-text = 这里只读文字。
server-too-large = 一次太多了：最多 { $most } KiB。
server-too-late = 请求太久没有发完。
server-other-version = 服务器已更新，请刷新页面。
server-too-many = 来自这里的请求太多了，请在 { $seconds } 秒后再试。
server-too-many-connections = 来自这里的连接已有 { $most } 个，请先关掉一些。
server-seat-too-fast = 这个座位一下子发得太多了，正在续上。
server-table-too-fast = 这张桌子一下子发得太多了，正在续上。
server-too-slow = 连接太慢，正在续上。
server-revoked = 这台设备在这张桌上不再有座位。
server-role-changed = 你的座位身份变了，正在重新打开。
server-search-text = 要找的文字写 1 到 { $most } 个字。
server-rewritten = 记录有改动，正在重新打开。
server-deleted = 这张桌子已被删除。
server-stopping = 服务器正在停止，恢复后会自动续上。
server-unreachable = 服务器连不上数据库；它恢复后，或换到另一台后，你会自动回来。

# mistline serve
cli-serve = 开服，让能连到这台机器的人来玩
cli-option-listen = 监听的地址和端口，如 0.0.0.0:8080
cli-option-public_url = 大家访问的地址，如 https://play.example
cli-option-create_key = 开桌所需的密钥
cli-option-trusted_proxy = 信任其 X-Forwarded-For 的代理地址，可给多个
cli-option-no_limits = 不限制请求的多少：用于测速，或只有朋友能连上时
cli-serve-examples =
    {"  "}mistline serve
    {"  "}mistline serve --data ./tables --listen 127.0.0.1:9000
cli-serve-running = Mistline 雾线已在运行：
cli-serve-this-machine = 本机
cli-serve-this-network = 同一网络里的其他人
cli-serve-public = 所有人
cli-serve-kept = 一切存放在 { $folder }
cli-serve-kept-database = 一切存放在 { $database }
cli-serve-next = 打开一个地址就能开桌。按 Ctrl-C 停止，什么也不会丢。
cli-serve-stopped = 已停止。
cli-serve-next-port = 端口 { $port } 已被占用，改用 { $next }。
cli-serve-port-taken = { $address } 已被别的程序占用。用 --listen 换一个端口。
cli-serve-cannot-listen = 无法监听 { $address }：{ $fault }
cli-serve-folder = 文件夹 { $folder } 不能用：{ $fault }
cli-serve-bad-url = “{ $url }”不是服务器地址，应当像 https://play.example
cli-serve-bad-log = 读不懂日志设置 { $log }；请写 off、error、warn、info、debug 或 trace，或各部分的级别：info,table=debug
server-chart-form = 没有“{ $form }”这种图：可以是 png 或 svg。
server-no-picture = 这不是能用的图片。
server-picture-heavy = 文件太大了，最多 { $most } MiB。
server-picture-large = 这张图的点数太多了，最多四千万点。
server-picture-broken = 这张图读到一半就断了。
server-picture-instead = 请用 PNG、JPEG、WebP 或 GIF。
server-recap-form = 没有“{ $form }”这种形式：可以是 json、md、html 或 png。
server-no-chat-door = 没有这个名字的 [[chat]]（kind = "relay"），或者 key 不对。
server-no-font = 服务器上没有中文字体，画不成 PNG（Debian 的软件包：{ $package }）。
server-no-font-text = 文字版：.bat chart；或取 svg。
