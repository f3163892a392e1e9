# What every part of the program says.

language-name = 简体中文
# Between the items of a list.
list-separator = 、
command-unreadable = 看不懂这条指令：{ $fault }
# Text as it is, where a list of messages is needed.
plain = { $text }
event-newer = 有一步的格式是第 { $found } 版，本程序只认到第 { $known } 版，请换新版的 mistline
event-unfit = 有一步与它的规则家族不合

## Rule packs (M-60, B-60)
pack-dice-instead = { $wrong }{ $instead }
pack-extends = 没有可以延用的规则包“{ $unknown }”，有：{ $known }
pack-family = 不认识规则家族“{ $family }”。
pack-field = { $path }：{ $fault }
pack-list = 用 [ ] 括起来的列表
pack-missing = 缺少“{ $key }”。
pack-mistyped = “{ $found }”不合适：这里要{ $wanted }。
pack-number = 整数
pack-switch = true 或 false
pack-table = 一组键值
pack-text = 加引号的文字
pack-toml = 读不懂：{ $fault }
pack-unfit = 规则包与它的家族不合
pack-unknown-key = 这里没有“{ $key }”这个键，有：{ $known }
pack-unknown-word = “{ $word }”不在可选之列：{ $known }
pack-unset = 被延用的规则包里没有“{ $key }”，无从去掉。
pack-whole = 从 { $least } 到 { $most } 的整数
pack-amount = 数字最多两位小数：12、-3.5、0.25。
pack-choice-few = 至少要有两个值，而且各不相同。
pack-choice-now = 包里现在是 { $value }，它不在这些值里。
pack-choice-nowhere = “{ $key }”不是可以留给各桌选的键。
pack-choice-twice = “{ $key }”已经留给各桌选了，就在上面。
pack-choice-value = 选 { $value } 时这份规则不成立：{ $fault }
pack-choice-values = 可选：{ $values }
pack-choice-wrong = 这样选，规则不成立：{ $faults }
pack-choices = 留给各桌选的：{ $known }
pack-no-choice = 这份规则没有把“{ $key }”留给各桌选。
pack-no-value = “{ $key }”不能选 { $value }。
pack-amount-wanted = 最多两位小数的数字，像 "12.5"
pack-break = { $kind }“{ $name }”在新规则里没有了（{ $count } 处用着）。
pack-break-decay = { $count } 个主题的流失轨已满 { $boxes } 格：留最后一格不划，主题还在。
pack-break-improve = { $count } 个主题的成长轨已满 { $boxes } 格：各记一次成长。
pack-moved = 规则改为“{ $name }”{ $version }，此后照新规则。
pack-no-difference = 这一桌用的就是这份规则，没有不同。
pack-other-family = 那是另一家族的规则：这一桌不能改用。
pack-unsettled = 还有没掷完的行动、没承受的后果或没打完的战斗。
pack-unsettled-instead = 先照原来的规则了结，再换规则。
pack-word = { $word }
pack-cure-add = 加上：{ $text }
pack-cure-remove = 去掉：{ $text }
pack-cure-unset = 不要延用的 { $list }：unset = ["{ $list }"]
pack-cure-write = 改成：{ $text }（现在是 { $old }）
pack-edition = 这个版本只认得写法第 1 版和第 { $known } 版。
pack-inherited = { $key } = { $value }：与 { $base } 的 { $path } 不合——{ $fault }
pack-language = 没有语言“{ $tag }”，有：{ $known }
pack-language-gap = 缺少 { $language } 的文字。
pack-name = 名字：一段文字，或 { "{" } zh-Hans = "…", zh-Hant = "…", en = "…" { "}" }
pack-no-entry = { $list } 里没有“{ $id }”，有：{ $known }
pack-no-family = 要么用 extends 延用一份规则，要么用 family 说明家族。可以延用：{ $known }
pack-not-a-list = “{ $path }”不能这样添改：add 和 change 只用于列表里的项。
pack-proof-failed = 试打“{ $verb }”时出错：{ $fault }
pack-proof-fold = 倒回再来，结果不是原来的样子。
pack-proof-quote = 掷出的结果不在事先算出的可能之中。
pack-replaces = { $list }：换掉了原有的 { $before } 项，现有 { $after } 项。只想添几项就用 [[add.{ $list }]]。
pack-requires = 这份规则要 mistline { $wanted }，这里是 { $own }；请换新版。
pack-rule-brace = 花括号要成对，里面写规则里的一条路径，例如 { "{" }power.burn{ "}" }。
pack-rule-deep = 这段文字里一层套一层太深了。
pack-rule-end = if、each、run、rows 要用 { "{" }end{ "}" } 收尾；else 写在 if 和 end 之间。
pack-rule-id = 条目的编号是一个字母和两位数字：H-01，或者它所代替的那一条的编号。
pack-rule-path = “{ $path }”在这套规则里找不到数字、文字或名称。
pack-rule-word = “{ $word }”不是规则里的路径。
pack-text-long = 太长了，最多 { $most } 个字。
pack-toml-comma = 列表和 { "{" } { "}" } 里的各项之间要有一个逗号。
pack-toml-equals = 键和值之间要有一个等号：键 = 值。
pack-toml-escape = 引号里的反斜杠要写成 \\。
pack-toml-key = 这个键不合写法：只能用字母、数字、- 和 _，其余的要加引号。
pack-toml-no-value = 等号后面缺少值。
pack-toml-number = 数字不是这样写的：12、-3、0.5。
pack-toml-quotes = 文字要加引号，像 "这样"。
pack-toml-twice = 这个键前面已经写过了。
pack-toml-unclosed = 缺少收尾的括号或引号。
pack-toml-unexpected = 这里不该有这些：每行写一个 键 = 值。
pack-too-long = 文件太长：规则文件最多 { $most } KiB。
pack-too-many = 太多了：一个列表最多 { $most } 项。
pack-version = 版本号写作 "1.2.0"。

# What every ruleset says alike.
host-only = 只有主持人可以这样做。
players-only = 旁观者不能行动。
typed-empty = 这里不能留空。
typed-long = 太长了，最多 { $most } 个字。
typed-unreadable = 里面有看不见或会打乱文字方向的字符。

# The host's desk (B-44)
ready-none = 这样的东西不能先备好。
ready-unreadable = 读不出要备的是什么：{ $fault }
ready-too-large = 一件东西最多 { $most } 字节。
ready-unfit = 与现在的规则不合
ready-threat-unfit = 威胁的后果里有只在那张桌上的东西，或数值不合规则。
ready-whose = 这件东西要给一个角色。
ready-whose-instead = 写上给谁：.lib 名字 @角色
ready-challenge = 挑战
ready-tag = 故事标签
ready-threat = 威胁
ready-clock = 倒数
ready-clue = 线索
ready-npc = 配角
ready-zone = 区域
ready-aspect = 形象
ready-person = 在场的人
ready-fighter = 对手
ready-weapon = 武器
ready-skill-kind = 技能
ready-environment = 环境
ready-limit = { $status } { $tier }
ready-boxes = { $boxes } 格
ready-skill = { $skill } { $rating }
ready-mob = ×{ $count }
ready-barred = 难度 { $at }
ready-level = { $level } 级
scene-on-stage = 台上
scene-played = 已演过
scene-ready = 备好了
scene-later = 留到以后
scene-skipped = 跳过了
