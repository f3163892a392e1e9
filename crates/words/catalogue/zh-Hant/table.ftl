# What is said at any table, whatever the rules.

# The table itself.
table-opened = 「{ $title }」開桌了。
table-changed = { $who }改了桌面設定。
table-closed = 這張桌子已經關上了，請重新整理後再試。
table-no-such-table = 沒有這張桌子，可能已被刪除。
table-full = 這張桌子已經滿了，最多 { $most } 個座位。
table-full-instead = 主持人可以撤掉沒人坐的席位。

# Seats.
table-seat-added = { $name }入座（{ $role }）。
table-seat-renamed = { $old }改名為{ $name }。
table-seat-revoked = { $name }的連結和裝置都已作廢。
table-seats-removed = 撤掉了席位：{ $names }。
table-seats-removed-many = 撤掉了席位：{ $names } 等，另有 { $more } 個。
table-role-changed = { $name }現在是{ $role }。
table-role-host = 主持人
table-role-player = 玩家
table-role-spectator = 旁觀者
table-no-such-seat = 沒有這個座位。
table-name-needed = 請先寫下你的名字。
table-name-taken = 已經有人叫「{ $name }」了，請換一個名字。
table-name-yours = 如果那就是你：用那個座位自己的連結開啟；找不到了，就請主持在主持台的「座位」裡給你一個。不是你，就換一個名字。
table-host-only = 只有主持人可以這樣做。
table-spectators-look = 旁觀者只能看和閒聊。
table-last-host = 這是最後一位主持人。
table-last-host-instead = 先把另一個座位設為主持人。
table-last-host-link = 這是主持人回到這張桌子的最後一條路。
table-last-host-link-instead = 先給自己的席位做一個新連結，再作廢這個。

# Links.
table-link-wrong = 這個連結不對，或者已經作廢。
table-link-ask-host = 請向主持人要一個新連結。
table-link-busy = 這個連結一分鐘內進來的人太多了。
table-link-busy-instead = 過一分鐘再試，或者請主持人換一個連結。
table-entered-already = 這次入座已經用過了。
table-door-closed = 現在沒有開著的邀請。
table-device-unknown = 這台裝置已不在座位上。
table-no-such-link = 沒有這個連結或裝置。
table-invite-no-host = 公開邀請不能給主持人座位。
table-knock-waits = 已經有人在等主持人點頭了，過幾分鐘再試。
table-nobody-knocks = 沒有人在等你點頭。

# What people type.
table-text-empty = 這裡不能空著。
table-text-long = 太長了，最多 { $most } 個字。
table-text-unreadable = 裡面有看不見或無法顯示的字元。
table-language-unknown = 沒有「{ $language }」這種語言。
table-language-known = 可用：zh-Hans、zh-Hant、en。
table-time-zone-unknown = 沒有「{ $zone }」這個時區。
table-time-zone-example = 例如 Asia/Taipei。

# Talk and dice.
table-said = { $who }：{ $text }
table-said-in-character = { $who }：「{ $text }」
table-narrated = { $text }
table-whispered = { $who }對{ $names }悄悄說：{ $text }
table-rolled = { $who }擲骰。
table-rolled-for = { $who }擲骰：{ $reason }。
table-rolled-unseen = { $who }擲了暗骰，只有主持人看得見。
table-salt-set = { $who }給骰子加了自己的鹽。

# Sessions.
no-such-setting = 開桌時沒有這個可選。
table-session-began = 第 { $number } 次聚會開始。
table-session-ended = 第 { $number } 次聚會結束，種子已公布。
table-session-idle = 第 { $number } 次聚會久無動靜，自動結束，種子已公布。
table-no-session = 現在沒有進行中的聚會。
table-session-first = 聚會由主持人開始；沒有聚會時只能擲大家都看得見的骰子。
table-hidden-number = 不是所有看得見這次擲骰的人都看得見「{ $name }」。
table-hidden-number-instead = 暗骰（.rh）裡可以用它。

# Going back.
table-undone = { $who }復原了：{ $what }
table-undone-something = { $who }復原了一步。
table-redone = { $who }重做了：{ $what }
table-redone-something = { $who }重做了一步。
table-taken-back = { $who }收回了：{ $what }
table-taken-back-something = { $who }收回了一步。
table-rewound = { $who }把遊戲退回到這之後：{ $what }
table-rewound-to-start = { $who }把遊戲退回到了開頭。
table-nothing-to-undo = 沒有可以復原的了。
table-nothing-to-redo = 沒有可以重做的了。
table-no-such-point = 不能退到那裡：沒有這個點，或者遊戲就在那裡。
table-take-back-not-last = 只能收回自己剛做的、還是全桌最後一步的行動。

# Safety.
table-paused = 有人請大家暫停。
table-paused-by = { $who }請大家暫停。
table-resumed = { $who }讓場景繼續。
table-handed-out = { $who }給所有人看「{ $title }」。{ $text }
table-handed-out-host = { $who }擺出「{ $title }」，只有主持人看得見。{ $text }
table-handed-out-to = { $who }給{ $names }看「{ $title }」。{ $text }
table-no-such-note = 沒有這一頁。
table-note-not-yours = 這一頁是別人寫的，只有寫的人和主持人能改。
table-notes-full = 一個席位最多寫 { $most } 頁，先刪掉幾頁。
table-no-such-picture = 沒有這張圖。
table-picture-not-yours = 這張圖是別人放的，只有放的人和主持人能刪。
table-pictures-full = 放不下了：你的圖最多佔 { $most } MiB，最多一千張。
table-pictures-full-instead = 先刪掉幾張不用的圖。
table-face-of-nothing = 沒有這個人物、挑戰或場景。
table-face-not-yours = 只能給自己的角色放圖；別的由主持人來放。
table-is-paused = 場景暫停中。
table-is-paused-instead = 可以閒聊；主持人可以讓場景繼續。
table-paused-already = 場景已經暫停了。
table-not-paused = 場景沒有暫停。

# What goes wrong.
table-command-id-taken = 這個指令編號已被別的座位用過。
table-not-kept = 沒能存下來，什麼都沒有發生：{ $fault }
table-unsure = 連不上資料庫，不知道這一步是否已經存下：{ $fault }
table-unreachable = 伺服器暫時連不上資料庫。
table-try-again = 請稍後再試一次。
table-log-unreadable = 無法讀取這張桌子的紀錄：{ $fault }
table-pack-unreadable = 無法讀取這套規則：{ $fault }

# What is wrong with what is stored; what the system itself says stands in brackets.
table-store-conflict = 別處剛寫下了同一條紀錄
table-store-failed = 磁碟或資料庫出錯（{ $fault }）
table-store-unsure = 連不上資料庫，不知道是否已經存下（{ $fault }）
table-store-encoding = 資料庫的編碼是 { $found }，請新建一個 UTF8 的
table-store-closed = 資料庫已經關閉
table-store-name = 檔名不是可讀的文字
table-store-newer = 它的格式是第 { $found } 版，本程式只認到第 { $known } 版，請換新版的 mistline
table-store-older = 它的格式是第 { $found } 版，本程式用第 { $known } 版，用 mistline serve 開啟一次就會更新
table-store-changed = 第 { $seq } 條紀錄與寫下時不同
table-store-cut = 紀錄應以第 { $seq } 條結尾，現在卻不是
table-store-damaged = 裡面有本程式沒有寫過的內容
table-store-picture = 圖 { $hash } 不見了，或者與當初寫下的不同
table-store-unreadable = 第 { $seq } 條紀錄完整，但這一版讀不懂
table-store-of-table = 桌子 { $table }：{ $fault }
table-store-of-file = 資料庫檔案：{ $fault }
table-failed = 程式處理這件事時出錯了，什麼都沒有改變。
table-failed-instead = 換一種做法試試；請把當時的情形告訴開服的人，日誌裡有記錄。
table-broken = 這張桌子的規則或記錄讓程式出錯：現在只能看，不能繼續玩。
table-broken-instead = 記錄還在，主持人可以匯出整張桌子；升級程式後也許能繼續。
table-pack-bad = 這張桌子的規則集有錯，沒有匯入：{ $faults }
table-no-such-pack = 這裡沒有這份規則。
table-pack-wrong = 這份規則有錯：{ $faults }
table-pack-fault = 第 { $line } 行第 { $column } 列：{ $reason }
table-pack-fault-cure = 第 { $line } 行第 { $column } 列：{ $reason }改法：{ $cure }
table-log-no-beginning = 開頭不是新開的桌子
table-log-gap = 第 { $seq } 條紀錄不在該在的位置
table-log-crowded = 席位太多了：一張桌子最多 { $most } 個
table-no-randomness = 系統沒有給出隨機數（{ $fault }）

# Taking a table home, and erasing.
table-imported = 這張桌子從別處搬來：舊連結都已失效。
table-redacted = { $name }的名字和說過的話已從紀錄中抹除。
table-archive-other = 這不是匯出的桌子檔案。
table-archive-newer = 檔案的格式是第 { $found } 版，本程式只讀到第 { $known } 版：請換新版程式。
table-archive-changed = 第 { $line } 行與寫下時不同：檔案被改動或損壞了。
table-archive-length = 應有 { $due } 條紀錄，只見 { $found } 條：檔案不完整。
table-archive-unreadable = 第 { $line } 行完整，但這一版讀不懂：檔案也許出自更新的版本。
table-archive-pictures = 檔案裡少了 { $missing } 張圖。
table-verify-seed = 第 { $seq } 條紀錄：種子與事先公布的雜湊不符。
table-verify-roll = 第 { $seq } 條紀錄的第 { $number } 次擲骰是 { $found }，由種子算出的卻是 { $made }。
table-verify-unmade = 第 { $seq } 條紀錄的第 { $number } 次擲骰擲不出來：{ $fault }
table-verify-number = 第 { $seq } 條紀錄：該是第 { $due } 次擲骰，寫的卻是第 { $found } 次。
table-verify-no-seed = 第 { $seq } 條紀錄：第 { $number } 次擲骰沒有種子。
table-verify-sealed-twice = 第 { $seq } 條記錄：同一場裡又給{ $audience }封了一顆種子，擲骰結果就可以挑選了。
table-verify-commitment-twice = 第 { $seq } 條記錄：這個雜湊以前已經公布過。
table-verify-seed-missing = 第 { $session } 場已經結束，卻沒有公布{ $audience }的種子。
table-verify-seed-early = 第 { $session } 場沒有結尾，種子卻已公布：結尾被刪掉了。
table-verify-seal-missing = 第 { $session } 場沒有{ $audience }的種子。
table-verify-rolls-missing = 第 { $session } 場{ $audience }的擲骰應有 { $due } 次，只見 { $found } 次。
table-verify-not-ended = 第 { $seq } 條記錄：第 { $session } 場沒有結尾，下一場就開始了。
table-verify-session = 第 { $seq } 條記錄：該是第 { $due } 場，寫的卻是第 { $found } 場。
table-verify-outside = 第 { $seq } 條記錄：沒有正在進行的一場，卻有它的種子或結尾。
table-audience-all = 所有人
table-audience-host = 主持人
table-audience-seats = 主持人與{ $names }

# Dice of a real table.
table-hand-many = 一次最多填 { $most } 個骰面。
table-hand-left = 填了 { $given } 個骰面，只擲了 { $used } 顆。
table-hand-unfit = 填的骰面與要擲的骰子對不上。
table-hand-instead = 每顆骰子填一個，先填全部，再填補擲的。
table-hand = 手擲

# 聊天群組。
table-unsaid = { $who }收回了一句話。
table-nothing-said = 這則訊息沒有在桌上說過話。
table-code-wrong = 這個碼不對，或者已經用過、過期了。
table-code-instead = 請主持人在桌上輸入 .code 再要一個；每個碼用一次，15 分鐘內有效。
table-code-of-seat = 這個碼是給人入座用的：.join 碼
table-code-of-group = 這個碼是給群組用的：在群組裡發 .table bind 碼
# Clocks (B-43).
clock-missing = 沒有這個計時。
clock-already = 它本來就在這裡。
clock-too-many = 最多 { $most } 個計時。
clock-bad = 計時不能有 { $boxes } 格。
clock-bad-instead = 1 到 { $most } 格。
clock-at = 計時「{ $clock }」{ $at }/{ $boxes }
clock-ends = 計時「{ $clock }」到頭了：{ $text }
clock-gone = 計時撤下：{ $clock }
clock-up = 數到滿
clock-down = 數到 0
clock-act-add = 加一個計時
clock-act-on = 推進一格
clock-act-back = 退回一格
clock-act-show = 亮給大家
clock-act-remove = 撤下
clock-field-name = 名字
clock-field-boxes = 格數
clock-field-counts = 怎樣數
clock-field-end = 到頭時怎樣
clock-field-hidden = 只有主持人看見

# 角色進出（B-50、B-51）
character-none = 沒有這個角色。
character-taken = 已匯入「{ $name }」。
character-note-title = { $name }：沒有讀懂的部分
character-left = { $what }：{ $text }
character-left-cut = 「{ $what }」太長，卡上只寫了開頭；全文：{ $text }
character-left-row = 第 { $row } 列：{ $text }
character-left-rows = 還有 { $count } 列沒有列出。
character-left-portrait = 頭像沒有帶來：請在網頁上匯入檔案。
character-refused = 沒有寫上 { $what }：{ $why }
character-not-taken = 第 { $number } 個角色沒有匯入：{ $why }
character-slot-empty = 檔案裡沒有「{ $slot }」，先以欄名代替。
character-story-tag = 故事標籤「{ $name }」
character-status = 狀態「{ $name }」{ $tier }
character-skills = 技能 { $skills }
character-stunt = 特技「{ $name }」{ $text }
character-refresh = 重置值 { $refresh }
character-portrait = 頭像
character-family-mist = 迷霧
character-family-fate = 命運
character-family-timeline = 時間線
character-other-family = 這是「{ $family }」一系規則的角色，這張桌子玩的是別的。
character-other-family-instead = 匯入到玩同一系規則的桌子。
character-npc = 這是主持的角色。
character-npc-instead = 請主持匯入這個檔案。
character-unknown-file = 認不出這個檔案。
character-known-files = 可以匯入：霧線自己的角色檔案、Fari（.fari.json）、Foundry 的 fate-core-official 角色、.tlsetup 一行、時間線的 .xlsx 人物卡。
character-broken-json = 這個 JSON 讀不下去：第 { $line } 行第 { $column } 個字。
character-misfit = 這個角色檔案少了東西，或寫法不對：{ $fault }
character-newer = 這個角色檔案是較新的版本寫的（{ $version }）。請先升級。
character-many = 一個檔案裡要有 1 到 { $most } 個角色。
character-heavy = 檔案太大，最多 { $most } MiB。
character-broken-workbook = 這個試算表打不開。
character-no-card = 這個試算表裡找不到人物卡。
character-no-card-instead = 卡上要有「姓名」「等級」「體質」這樣的欄名，內容寫在欄名右邊或下面。
# The host's desk (B-44)
table-no-such-scene = 沒有這一場。
table-desk-full = 這裡最多放 { $most } 個，先拿走幾個。
table-shelved-already = 庫裡已經有它了。
table-not-shelved = 庫裡沒有它。
table-scene = { $title }。{ $text }
