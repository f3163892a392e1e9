# 命令行。

cli-heading-usage = 用法：
cli-heading-commands = 命令
cli-heading-arguments = 参数
cli-heading-options = 选项
cli-heading-examples = 例子：
cli-about = Mistline 雾线：一个程序，撑起整张跑团桌。
cli-option-lang = 界面语言：zh-Hans、zh-Hant 或 en（也可设环境变量 MISTLINE_LANG）
cli-option-help = 显示这份说明
cli-option-version = 显示版本
cli-option-json = 输出 JSON
cli-roll = 掷骰，逐颗列出每个骰子
cli-roll-expression = 算式，后面可以写缘由，例如 2d6+2 砸门
cli-roll-times = 掷几次
cli-roll-seed = 种子：同一个种子总是掷出同样的结果
cli-odds = 精确概率，不掷骰
cli-odds-expression = 算式，例如 1d8+3d4kh1
cli-odds-bands = 分段的上界：5,8 分成 ≤5、6–8、≥9
cli-odds-at_least = 掷出至少这么多的概率
cli-odds-vs = 和另一个算式比大小
cli-odds-csv = 输出 CSV
cli-odds-svg = 把图画进 FILE（SVG）；有 --vs 时两者叠在一起
cli-odds-grouped = 每根柱 { $width } 点
cli-odds-summary = 平均 { $mean } · 标准差 { $deviation } · 中位数 { $median }
cli-odds-rest = 其中 { $chance } 的情形因爆骰到了上限而停下。
cli-unknown-argument = 不认识“{ $argument }”。
cli-unknown-command = 没有“{ $command }”这个命令。
cli-missing-argument = 还缺：{ $argument }
cli-bad-value = { $argument } 不能是“{ $value }”。
cli-conflict = { $argument } 不能和 { $with } 一起用。
cli-did-you-mean = 是不是：{ $text }？
cli-see-help = 用 --help 看说明。
cli-check = 检查规则文件，指出错在第几行第几列
cli-check-files = 规则文件（TOML）
cli-check-warning = 留意：
cli-check-fault = 错误：
cli-check-good = { $file }：没有问题，这是“{ $name }”。
cli-check-bad = 共有 { $count } 处要改。
cli-unreadable = 读不了 { $file }：{ $fault }
cli-unwritable = 写不了 { $file }：{ $fault }
cli-failed = 没能做到（{ $fault }）
cli-option-packs = 另外的规则文件所在的文件夹
cli-no-pack = 没有“{ $pack }”这套规则，也没有这个文件。
cli-packs = 自带的有：{ $packs }
cli-pack-twice = { $file }：已经有一套规则叫“{ $id }”，请换一个 id。
cli-pack-fault = { $place }：{ $reason }
cli-bad-pack = 规则文件有误：{ $faults }
cli-pack-quarantined = 规则文件 { $file } 有错，没有启用：{ $reason }
cli-roll-examples =
    {"  "}mistline roll 2d6+2 砸门
    {"  "}mistline roll 4d6kh3 --times 6
    {"  "}mistline roll 3#1d8+3d4kh1
cli-odds-examples =
    {"  "}mistline odds 1d8+3d4kh1 --bands 5,8
    {"  "}mistline odds 4dF+2 --vs 4dF+1 --svg odds.svg
cli-sheet = 从人物卡算出一切
cli-sheet-timeline = 时间线的人物卡
cli-sheet-timeline-file = 人物卡文件（JSON）
cli-sheet-pools = 等级 { $level } · 体力 { $hit_points } · 意志 { $willpower } · 现金 { $cash }
cli-sheet-rest = 负重上限 { $capacity } · 交涉加成 { $negotiation }
