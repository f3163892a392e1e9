# 命令列。

cli-heading-usage = 用法：
cli-heading-commands = 指令
cli-heading-arguments = 參數
cli-heading-options = 選項
cli-heading-examples = 範例：
cli-about = Mistline 霧線：一個程式，撐起整張跑團桌。
cli-option-lang = 介面語言：zh-Hans、zh-Hant 或 en（也可設環境變數 MISTLINE_LANG）
cli-option-help = 顯示這份說明
cli-option-version = 顯示版本
cli-option-json = 輸出 JSON
cli-roll = 擲骰，逐顆列出每個骰子
cli-roll-expression = 算式，後面可以寫緣由，例如 2d6+2 砸門
cli-roll-times = 擲幾次
cli-roll-seed = 種子：同一個種子總是擲出同樣的結果
cli-odds = 精確機率，不擲骰
cli-odds-expression = 算式，例如 1d8+3d4kh1
cli-odds-bands = 分段的上界：5,8 分成 ≤5、6–8、≥9
cli-odds-at_least = 擲出至少這麼多的機率
cli-odds-vs = 和另一個算式比大小
cli-odds-csv = 輸出 CSV
cli-odds-svg = 把圖畫進 FILE（SVG）；有 --vs 時兩者疊在一起
cli-odds-grouped = 每根長條 { $width } 點
cli-odds-summary = 平均 { $mean } · 標準差 { $deviation } · 中位數 { $median }
cli-odds-rest = 其中 { $chance } 的情形因爆骰到了上限而停下。
cli-unknown-argument = 不認識「{ $argument }」。
cli-unknown-command = 沒有「{ $command }」這個指令。
cli-missing-argument = 還缺：{ $argument }
cli-bad-value = { $argument } 不能是「{ $value }」。
cli-conflict = { $argument } 不能和 { $with } 一起用。
cli-did-you-mean = 是不是：{ $text }？
cli-see-help = 用 --help 看說明。
cli-check = 檢查規則檔，指出錯在第幾行第幾欄
cli-check-files = 規則檔（TOML）
cli-check-warning = 留意：
cli-check-fault = 錯誤：
cli-check-good = { $file }：沒有問題，這是「{ $name }」。
cli-check-bad = 共有 { $count } 處要改。
cli-unreadable = 無法讀取 { $file }：{ $fault }
cli-unwritable = 無法寫入 { $file }：{ $fault }
cli-failed = 沒能做到（{ $fault }）
cli-option-packs = 額外規則檔所在的資料夾
cli-no-pack = 沒有「{ $pack }」這套規則，也沒有這個檔案。
cli-packs = 內建的有：{ $packs }
cli-pack-twice = { $file }：已經有一套規則叫「{ $id }」，請換一個 id。
cli-pack-fault = { $place }：{ $reason }
cli-bad-pack = 規則檔有誤：{ $faults }
cli-pack-quarantined = 規則檔 { $file } 有錯，沒有啟用：{ $reason }
cli-roll-examples =
    {"  "}mistline roll 2d6+2 砸門
    {"  "}mistline roll 4d6kh3 --times 6
    {"  "}mistline roll 3#1d8+3d4kh1
cli-odds-examples =
    {"  "}mistline odds 1d8+3d4kh1 --bands 5,8
    {"  "}mistline odds 4dF+2 --vs 4dF+1 --svg odds.svg
cli-sheet = 從人物卡算出一切
cli-sheet-timeline = 時間線的人物卡
cli-sheet-timeline-file = 人物卡檔案（JSON）
cli-sheet-pools = 等級 { $level } · 體力 { $hit_points } · 意志 { $willpower } · 現金 { $cash }
cli-sheet-rest = 負重上限 { $capacity } · 交涉加成 { $negotiation }
