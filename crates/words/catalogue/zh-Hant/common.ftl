# What every part of the program says.

language-name = 繁體中文
# Between the items of a list.
list-separator = 、
command-unreadable = 看不懂這條指令：{ $fault }
# Text as it is, where a list of messages is needed.
plain = { $text }
event-newer = 有一步的格式是第 { $found } 版，本程式只認到第 { $known } 版，請換新版的 mistline
event-unfit = 有一步與它的規則家族不合

## Rule packs (M-60, B-60)
pack-dice-instead = { $wrong }{ $instead }
pack-extends = 沒有可以沿用的規則包「{ $unknown }」，有：{ $known }
pack-family = 不認識規則家族「{ $family }」。
pack-field = { $path }：{ $fault }
pack-list = 用 [ ] 括起來的清單
pack-missing = 缺少「{ $key }」。
pack-mistyped = 「{ $found }」不合適：這裡要{ $wanted }。
pack-number = 整數
pack-switch = true 或 false
pack-table = 一組鍵值
pack-text = 加引號的文字
pack-toml = 讀不懂：{ $fault }
pack-unfit = 規則包與它的家族不合
pack-unknown-key = 這裡沒有「{ $key }」這個鍵，有：{ $known }
pack-unknown-word = 「{ $word }」不在可選之列：{ $known }
pack-unset = 被沿用的規則包裡沒有「{ $key }」，無從去掉。
pack-whole = { $least } 到 { $most } 的整數

# What every ruleset says alike.
host-only = 只有主持人可以這樣做。
players-only = 旁觀者不能行動。
typed-empty = 這裡不能留空。
typed-long = 太長了，最多 { $most } 個字。
typed-unreadable = 裡面有看不見或會打亂文字方向的字元。
