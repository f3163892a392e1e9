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
pack-whole = { $least } 到 { $most } 的整数

# What every ruleset says alike.
host-only = 只有主持人可以这样做。
players-only = 旁观者不能行动。
typed-empty = 这里不能留空。
typed-long = 太长了，最多 { $most } 个字。
typed-unreadable = 里面有看不见或会打乱文字方向的字符。
