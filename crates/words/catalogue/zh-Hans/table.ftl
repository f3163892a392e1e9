# What is said at any table, whatever the rules.

# The table itself.
table-opened = “{ $title }”开桌了。
table-changed = { $who }改了桌面设置。
table-closed = 这张桌子已经关上了，请刷新后再试。
table-no-such-table = 没有这张桌子，可能已被删除。
table-full = 这张桌子已经满了，最多 { $most } 个席位。
table-full-instead = 主持人可以撤掉没人坐的席位。

# Seats.
table-seat-added = { $name }入座（{ $role }）。
table-seat-renamed = { $old }改名为{ $name }。
table-seat-revoked = { $name }的链接和设备都已作废。
table-seats-removed = 撤掉了席位：{ $names }。
table-seats-removed-many = 撤掉了席位：{ $names } 等，另有 { $more } 个。
table-role-changed = { $name }现在是{ $role }。
table-role-host = 主持人
table-role-player = 玩家
table-role-spectator = 旁观者
table-no-such-seat = 没有这个席位。
table-name-needed = 请先写下你的名字。
table-name-taken = 已经有人叫“{ $name }”了，请换一个名字。
table-name-yours = 如果那就是你：用那个座位自己的链接打开；没有了，就请主持在主持台的“座位”里给你一个。不是你，就换一个名字。
table-host-only = 只有主持人可以这样做。
table-spectators-look = 旁观者只能看和闲聊。
table-last-host = 这是最后一位主持人。
table-last-host-instead = 先把另一个席位设为主持人。
table-last-host-link = 这是主持人回到这张桌子的最后一条路。
table-last-host-link-instead = 先给自己的席位做一个新链接，再作废这个。

# Links.
table-link-wrong = 这个链接不对，或者已经作废。
table-link-ask-host = 请向主持人要一个新链接。
table-link-busy = 这个链接一分钟内进来的人太多了。
table-link-busy-instead = 过一分钟再试，或者请主持人换一个链接。
table-entered-already = 这次入座已经用过了。
table-door-closed = 现在没有开着的邀请。
table-device-unknown = 这台设备已不在席上。
table-no-such-link = 没有这个链接或设备。
table-invite-no-host = 公开邀请不能给主持人席位。
table-knock-waits = 已经有人在等主持人点头了，过几分钟再试。
table-nobody-knocks = 没有人在等你点头。

# What people type.
table-text-empty = 这里不能空着。
table-text-long = 太长了，最多 { $most } 个字。
table-text-unreadable = 里面有看不见或无法显示的字符。
table-language-unknown = 没有“{ $language }”这种语言。
table-language-known = 可用：zh-Hans、zh-Hant、en。
table-time-zone-unknown = 没有“{ $zone }”这个时区。
table-time-zone-example = 例如 Asia/Shanghai。

# Talk and dice.
table-said = { $who }：{ $text }
table-said-in-character = { $who }：“{ $text }”
table-narrated = { $text }
table-whispered = { $who }对{ $names }悄悄说：{ $text }
table-rolled = { $who }掷骰。
table-rolled-for = { $who }掷骰：{ $reason }。
table-rolled-unseen = { $who }掷了暗骰，只有主持人看得见。
table-salt-set = { $who }给骰子加了自己的盐。

# Sessions.
no-such-setting = 开桌时没有这个可选。
table-session-began = 第 { $number } 场开始。
table-session-ended = 第 { $number } 场结束，种子已公布。
table-session-idle = 第 { $number } 场久无动静，自动结束，种子已公布。
table-no-session = 现在没有进行中的场次。
table-session-first = 场次由主持人开始；没有场次时只能掷大家都看得见的骰。
table-hidden-number = 不是所有看得见这次掷骰的人都看得见“{ $name }”。
table-hidden-number-instead = 暗骰（.rh）里可以用它。

# Going back.
table-undone = { $who }撤销了：{ $what }
table-undone-something = { $who }撤销了一步。
table-redone = { $who }重做了：{ $what }
table-redone-something = { $who }重做了一步。
table-taken-back = { $who }收回了：{ $what }
table-taken-back-something = { $who }收回了一步。
table-rewound = { $who }把游戏退回到这之后：{ $what }
table-rewound-to-start = { $who }把游戏退回到了开头。
table-nothing-to-undo = 没有可以撤销的了。
table-nothing-to-redo = 没有可以重做的了。
table-no-such-point = 不能退到那里：没有这个点，或者游戏就在那里。
table-take-back-not-last = 只能收回自己刚做的、还是全桌最后一步的行动。

# Safety.
table-paused = 有人请大家暂停。
table-paused-by = { $who }请大家暂停。
table-resumed = { $who }让场景继续。
table-handed-out = { $who }给所有人看“{ $title }”。{ $text }
table-handed-out-host = { $who }摆出“{ $title }”，只有主持人看得见。{ $text }
table-handed-out-to = { $who }给{ $names }看“{ $title }”。{ $text }
table-no-such-note = 没有这一页。
table-note-not-yours = 这一页是别人写的，只有写的人和主持人能改。
table-notes-full = 一个席位最多写 { $most } 页，先删掉几页。
table-no-such-picture = 没有这张图。
table-picture-not-yours = 这张图是别人放的，只有放的人和主持人能删。
table-pictures-full = 放不下了：你的图最多占 { $most } MiB，最多一千张。
table-pictures-full-instead = 先删掉几张不用的图。
table-face-of-nothing = 没有这个人物、挑战或场景。
table-face-not-yours = 只能给自己的角色放图；别的由主持人来放。
table-is-paused = 场景暂停中。
table-is-paused-instead = 可以闲聊；主持人可以让场景继续。
table-paused-already = 场景已经暂停了。
table-not-paused = 场景没有暂停。

# What goes wrong.
table-command-id-taken = 这个指令编号已被别的席位用过。
table-not-kept = 没能存下来，什么都没有发生：{ $fault }
table-unsure = 连不上数据库，不知道这一步是否已经存下：{ $fault }
table-unreachable = 服务器暂时连不上数据库。
table-try-again = 请稍后再试一次。
table-log-unreadable = 读不了这张桌子的记录：{ $fault }
table-pack-unreadable = 读不了这套规则：{ $fault }

# What is wrong with what is stored; what the system itself says stands in brackets.
table-store-conflict = 别处刚写下了同一条记录
table-store-failed = 磁盘或数据库出错（{ $fault }）
table-store-unsure = 连不上数据库，不知道是否已经存下（{ $fault }）
table-store-encoding = 数据库的编码是 { $found }，请新建一个 UTF8 的
table-store-closed = 数据库已经关闭
table-store-name = 文件名不是可读的文字
table-store-newer = 它的格式是第 { $found } 版，本程序只认到第 { $known } 版，请换新版的 mistline
table-store-older = 它的格式是第 { $found } 版，本程序用第 { $known } 版，用 mistline serve 打开一次就会更新
table-store-changed = 第 { $seq } 条记录与写下时不同
table-store-cut = 记录应以第 { $seq } 条结尾，现在却不是
table-store-damaged = 里面有本程序没有写过的内容
table-store-picture = 图 { $hash } 不见了，或者与当初写下的不同
table-store-unreadable = 第 { $seq } 条记录完整，但这一版读不懂
table-store-of-table = 桌子 { $table }：{ $fault }
table-store-of-file = 数据库文件：{ $fault }
table-failed = 程序处理这件事时出错了，什么都没有改变。
table-failed-instead = 换一种做法试试；请把当时的情形告诉开服的人，日志里有记录。
table-broken = 这张桌子的规则或记录让程序出错：现在只能看，不能继续玩。
table-broken-instead = 记录还在，主持人可以导出整张桌子；升级程序后也许能继续。
table-pack-bad = 这张桌子的规则集有错，没有导入：{ $faults }
table-no-such-pack = 这里没有这份规则。
table-pack-wrong = 这份规则有错：{ $faults }
table-pack-fault = 第 { $line } 行第 { $column } 列：{ $reason }
table-pack-fault-cure = 第 { $line } 行第 { $column } 列：{ $reason }改法：{ $cure }
table-log-no-beginning = 开头不是新开的桌子
table-log-gap = 第 { $seq } 条记录不在该在的位置
table-log-crowded = 席位太多了：一张桌子最多 { $most } 个
table-no-randomness = 系统没有给出随机数（{ $fault }）

# Taking a table home, and erasing.
table-imported = 这张桌子从别处搬来：旧链接都已失效。
table-redacted = { $name }的名字和说过的话已从记录中抹去。
table-archive-other = 这不是导出的桌子文件。
table-archive-newer = 文件的格式是第 { $found } 版，本程序只读到第 { $known } 版：请换新版程序。
table-archive-changed = 第 { $line } 行与写下时不同：文件被改动或损坏了。
table-archive-length = 应有 { $due } 条记录，只见 { $found } 条：文件不完整。
table-archive-unreadable = 第 { $line } 行完整，但这一版读不懂：文件也许出自更新的版本。
table-archive-pictures = 文件里少了 { $missing } 张图。
table-verify-seed = 第 { $seq } 条记录：种子与事先公布的哈希不符。
table-verify-roll = 第 { $seq } 条记录的第 { $number } 次掷骰是 { $found }，由种子算出的却是 { $made }。
table-verify-unmade = 第 { $seq } 条记录的第 { $number } 次掷骰掷不出来：{ $fault }
table-verify-number = 第 { $seq } 条记录：该是第 { $due } 次掷骰，写的却是第 { $found } 次。
table-verify-no-seed = 第 { $seq } 条记录：第 { $number } 次掷骰没有种子。
table-verify-sealed-twice = 第 { $seq } 条记录：同一场里又给{ $audience }封了一颗种子，掷骰结果就可以挑选了。
table-verify-commitment-twice = 第 { $seq } 条记录：这个哈希以前已经公布过。
table-verify-seed-missing = 第 { $session } 场已经结束，却没有公布{ $audience }的种子。
table-verify-seed-early = 第 { $session } 场没有结尾，种子却已公布：结尾被删掉了。
table-verify-seal-missing = 第 { $session } 场没有{ $audience }的种子。
table-verify-rolls-missing = 第 { $session } 场{ $audience }的掷骰应有 { $due } 次，只见 { $found } 次。
table-verify-not-ended = 第 { $seq } 条记录：第 { $session } 场没有结尾，下一场就开始了。
table-verify-session = 第 { $seq } 条记录：该是第 { $due } 场，写的却是第 { $found } 场。
table-verify-outside = 第 { $seq } 条记录：没有正在进行的一场，却有它的种子或结尾。
table-audience-all = 所有人
table-audience-host = 主持人
table-audience-seats = 主持人与{ $names }

# Dice of a real table.
table-hand-many = 一次最多填 { $most } 个骰面。
table-hand-left = 填了 { $given } 个骰面，只掷了 { $used } 颗。
table-hand-unfit = 填的骰面与要掷的骰子对不上。
table-hand-instead = 每颗骰子填一个，先填全部，再填补掷的。
table-hand = 手掷

# 聊天群。
table-unsaid = { $who }撤回了一句话。
table-nothing-said = 这条消息没有在桌上说过话。
table-code-wrong = 这个码不对，或者已经用过、过期了。
table-code-instead = 请主持人在桌上发 .code 再要一个；每个码用一次，15 分钟内有效。
table-code-of-seat = 这个码是给人入座用的：.join 码
table-code-of-group = 这个码是给群用的：在群里发 .table bind 码
# Clocks (B-43).
clock-missing = 没有这个计时。
clock-already = 它本来就在这里。
clock-too-many = 最多 { $most } 个计时。
clock-bad = 计时不能有 { $boxes } 格。
clock-bad-instead = 1 到 { $most } 格。
clock-at = 计时「{ $clock }」{ $at }/{ $boxes }
clock-ends = 计时「{ $clock }」到头了：{ $text }
clock-gone = 计时撤下：{ $clock }
clock-up = 数到满
clock-down = 数到 0
clock-act-add = 加一个计时
clock-act-on = 推进一格
clock-act-back = 退回一格
clock-act-show = 亮给大家
clock-act-remove = 撤下
clock-field-name = 名字
clock-field-boxes = 格数
clock-field-counts = 怎样数
clock-field-end = 到头时怎样
clock-field-hidden = 只有主持人看见

# 角色进出（B-50、B-51）
character-none = 没有这个角色。
character-taken = 已导入「{ $name }」。
character-note-title = { $name }：没有读懂的部分
character-left = { $what }：{ $text }
character-left-cut = 「{ $what }」太长，卡上只写了开头；全文：{ $text }
character-left-row = 第 { $row } 行：{ $text }
character-left-rows = 还有 { $count } 行没有列出。
character-left-portrait = 头像没有带来：请在网页上导入文件。
character-refused = 没有写上 { $what }：{ $why }
character-not-taken = 第 { $number } 个角色没有导入：{ $why }
character-slot-empty = 文件里没有「{ $slot }」，先以栏名代替。
character-story-tag = 故事标签「{ $name }」
character-status = 状态「{ $name }」{ $tier }
character-skills = 技能 { $skills }
character-stunt = 特技「{ $name }」{ $text }
character-refresh = 重置值 { $refresh }
character-portrait = 头像
character-family-mist = 迷雾
character-family-fate = 命运
character-family-timeline = 时间线
character-other-family = 这是“{ $family }”一系规则的角色，这张桌子玩的是别的。
character-other-family-instead = 导入到玩同一系规则的桌子。
character-npc = 这是主持的角色。
character-npc-instead = 请主持导入这个文件。
character-unknown-file = 认不出这个文件。
character-known-files = 可以导入：雾线自己的角色文件、Fari（.fari.json）、Foundry 的 fate-core-official 角色、.tlsetup 一行、时间线的 .xlsx 人物卡。
character-broken-json = 这个 JSON 读不下去：第 { $line } 行第 { $column } 列。
character-misfit = 这个角色文件少了东西，或写法不对：{ $fault }
character-newer = 这个角色文件是更新的版本写的（{ $version }）。请先升级。
character-many = 一个文件里要有 1 到 { $most } 个角色。
character-heavy = 文件太大，最多 { $most } MiB。
character-broken-workbook = 这个表格文件打不开。
character-no-card = 这个表格里找不到人物卡。
character-no-card-instead = 卡上要有“姓名”“等级”“体质”这样的栏名，内容写在栏名右边或下面。
# The host's desk (B-44)
table-no-such-scene = 没有这一场。
table-desk-full = 这里最多放 { $most } 个，先拿走几个。
table-shelved-already = 库里已经有它了。
table-not-shelved = 库里没有它。
table-scene = { $title }。{ $text }
