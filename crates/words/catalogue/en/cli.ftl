# The command line.

cli-heading-usage = Usage:
cli-heading-commands = Commands
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-heading-examples = Examples:
cli-about = Mistline 雾线: one program that runs a whole tabletop role-playing table.
cli-option-lang = language: zh-Hans, zh-Hant or en (or the variable MISTLINE_LANG)
cli-option-help = show this help
cli-option-version = show the version
cli-option-json = print JSON
cli-roll = roll dice and show every one of them
cli-roll-expression = the expression, a reason may follow: 2d6+2 kick the door
cli-roll-times = how many times
cli-roll-seed = seed: the same seed always gives the same rolls
cli-odds = exact chances, without rolling
cli-odds-expression = the expression: 1d8+3d4kh1
cli-odds-bands = upper edges of bands: 5,8 gives ≤5, 6–8, ≥9
cli-odds-at_least = the chance of at least this much
cli-odds-vs = compare with another expression
cli-odds-csv = print CSV
cli-odds-svg = draw a picture (SVG) into FILE; with --vs both lie over each other
cli-odds-grouped = each bar spans { $width }
cli-odds-summary = mean { $mean } · standard deviation { $deviation } · median { $median }
cli-odds-rest = In { $chance } of cases an explosion was stopped by its cap.
cli-unknown-argument = Unknown argument “{ $argument }”.
cli-unknown-command = There is no command “{ $command }”.
cli-missing-argument = Missing: { $argument }
cli-bad-value = { $argument } cannot be “{ $value }”.
cli-conflict = { $argument } cannot be used with { $with }.
cli-did-you-mean = Did you mean: { $text }?
cli-see-help = See --help.
cli-check = check rule files, pointing at line and column
cli-check-files = rule files (TOML)
cli-check-warning = warning:
cli-check-fault = error:
cli-check-good = { $file }: all right; this is “{ $name }”.
cli-check-bad = { $count } to mend.
cli-unreadable = { $file } cannot be read: { $fault }
cli-unwritable = { $file } cannot be written: { $fault }
cli-failed = It could not be done ({ $fault })
cli-option-packs = a folder with further rulesets
cli-no-pack = There is no ruleset “{ $pack }”, nor a file of that name.
cli-packs = Shipped: { $packs }
cli-pack-twice = { $file }: there is a ruleset “{ $id }” already; give it another id.
cli-pack-fault = { $place }: { $reason }
cli-bad-pack = The rule file is wrong: { $faults }
cli-pack-quarantined = the rule file { $file } is wrong and not offered: { $reason }
cli-roll-examples =
    {"  "}mistline roll 2d6+2 kick the door
    {"  "}mistline roll 4d6kh3 --times 6
    {"  "}mistline roll 3#1d8+3d4kh1
cli-odds-examples =
    {"  "}mistline odds 1d8+3d4kh1 --bands 5,8
    {"  "}mistline odds 4dF+2 --vs 4dF+1 --svg odds.svg
cli-sheet = everything that follows from a character card
cli-sheet-timeline = a card of Time Line
cli-sheet-timeline-file = the card as a JSON file
cli-sheet-pools = level { $level } · hit points { $hit_points } · willpower { $willpower } · cash { $cash }
cli-sheet-rest = capacity { $capacity } · negotiation { $negotiation }
