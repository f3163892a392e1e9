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
pack-whole = 從 { $least } 到 { $most } 的整數
pack-amount = 數字最多兩位小數：12、-3.5、0.25。
pack-choice-few = 至少要有兩個值，而且各不相同。
pack-choice-now = 包裡現在是 { $value }，它不在這些值裡。
pack-choice-nowhere = 「{ $key }」不是可以留給各桌選的鍵。
pack-choice-twice = 「{ $key }」已經留給各桌選了，就在上面。
pack-choice-value = 選 { $value } 時這份規則不成立：{ $fault }
pack-choice-values = 可選：{ $values }
pack-choice-wrong = 這樣選，規則不成立：{ $faults }
pack-choices = 留給各桌選的：{ $known }
pack-no-choice = 這份規則沒有把「{ $key }」留給各桌選。
pack-no-value = 「{ $key }」不能選 { $value }。
pack-amount-wanted = 最多兩位小數的數字，像 "12.5"
pack-break = { $kind }「{ $name }」在新規則裡沒有了（{ $count } 處用著）。
pack-break-decay = { $count } 個主題的流失軌已滿 { $boxes } 格：留最後一格不劃，主題還在。
pack-break-improve = { $count } 個主題的成長軌已滿 { $boxes } 格：各記一次成長。
pack-moved = 規則改為「{ $name }」{ $version }，此後照新規則。
pack-no-difference = 這一桌用的就是這份規則，沒有不同。
pack-other-family = 那是另一家族的規則：這一桌不能改用。
pack-unsettled = 還有沒擲完的行動、沒承受的後果或沒打完的戰鬥。
pack-unsettled-instead = 先照原來的規則了結，再換規則。
pack-word = { $word }
pack-cure-add = 加上：{ $text }
pack-cure-remove = 去掉：{ $text }
pack-cure-unset = 不要沿用的 { $list }：unset = ["{ $list }"]
pack-cure-write = 改成：{ $text }（現在是 { $old }）
pack-edition = 這個版本只認得寫法第 1 版和第 { $known } 版。
pack-inherited = { $key } = { $value }：與 { $base } 的 { $path } 不合——{ $fault }
pack-language = 沒有語言「{ $tag }」，有：{ $known }
pack-language-gap = 缺少 { $language } 的文字。
pack-name = 名字：一段文字，或 { "{" } zh-Hans = "…", zh-Hant = "…", en = "…" { "}" }
pack-no-entry = { $list } 裡沒有「{ $id }」，有：{ $known }
pack-no-family = 要嘛用 extends 沿用一份規則，要嘛用 family 說明家族。可以沿用：{ $known }
pack-not-a-list = 「{ $path }」不能這樣添改：add 和 change 只用於清單裡的項。
pack-proof-failed = 試打「{ $verb }」時出錯：{ $fault }
pack-proof-fold = 倒回再來，結果不是原來的樣子。
pack-proof-quote = 擲出的結果不在事先算出的可能之中。
pack-replaces = { $list }：換掉了原有的 { $before } 項，現有 { $after } 項。只想添幾項就用 [[add.{ $list }]]。
pack-requires = 這份規則要 mistline { $wanted }，這裡是 { $own }；請換新版。
pack-rule-brace = 大括號要成對，裡面寫規則裡的一條路徑，例如 { "{" }power.burn{ "}" }。
pack-rule-deep = 這段文字裡一層包一層，太深了。
pack-rule-end = if、each、run、rows 要用 { "{" }end{ "}" } 收尾；else 寫在 if 和 end 之間。
pack-rule-id = 條目的編號是一個字母和兩位數字：H-01，或是它所取代那一條的編號。
pack-rule-path = 「{ $path }」在這套規則裡找不到數字、文字或名稱。
pack-rule-word = 「{ $word }」不是規則裡的路徑。
pack-text-long = 太長了，最多 { $most } 個字。
pack-toml-comma = 清單和 { "{" } { "}" } 裡的各項之間要有一個逗號。
pack-toml-equals = 鍵和值之間要有一個等號：鍵 = 值。
pack-toml-escape = 引號裡的反斜線要寫成 \\。
pack-toml-key = 這個鍵不合寫法：只能用字母、數字、- 和 _，其餘的要加引號。
pack-toml-no-value = 等號後面缺少值。
pack-toml-number = 數字不是這樣寫的：12、-3、0.5。
pack-toml-quotes = 文字要加引號，像 "這樣"。
pack-toml-twice = 這個鍵前面已經寫過了。
pack-toml-unclosed = 缺少收尾的括號或引號。
pack-toml-unexpected = 這裡不該有這些：每行寫一個 鍵 = 值。
pack-too-long = 檔案太長：規則檔最多 { $most } KiB。
pack-too-many = 太多了：一個清單最多 { $most } 項。
pack-version = 版本號寫作 "1.2.0"。

# What every ruleset says alike.
host-only = 只有主持人可以這樣做。
players-only = 旁觀者不能行動。
typed-empty = 這裡不能留空。
typed-long = 太長了，最多 { $most } 個字。
typed-unreadable = 裡面有看不見或會打亂文字方向的字元。

# The host's desk (B-44)
ready-none = 這樣的東西不能先備好。
ready-unreadable = 讀不出要備的是什麼：{ $fault }
ready-too-large = 一件東西最多 { $most } 位元組。
ready-unfit = 與現在的規則不合
ready-threat-unfit = 威脅的後果裡有只在那張桌上的東西，或數值不合規則。
ready-whose = 這件東西要給一個角色。
ready-whose-instead = 寫上給誰：.lib 名字 @角色
ready-challenge = 挑戰
ready-tag = 故事標籤
ready-threat = 威脅
ready-clock = 倒數
ready-clue = 線索
ready-npc = 配角
ready-zone = 區域
ready-aspect = 形象
ready-person = 在場的人
ready-fighter = 對手
ready-weapon = 武器
ready-skill-kind = 技能
ready-environment = 環境
ready-limit = { $status } { $tier }
ready-boxes = { $boxes } 格
ready-skill = { $skill } { $rating }
ready-mob = ×{ $count }
ready-barred = 難度 { $at }
ready-level = { $level } 級
scene-on-stage = 台上
scene-played = 已演過
scene-ready = 備好了
scene-later = 留到以後
scene-skipped = 跳過了
