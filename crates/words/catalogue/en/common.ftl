# What every part of the program says.

language-name = English
# Between the items of a list.
list-separator = {", "}
command-unreadable = This command cannot be read: { $fault }
# Text as it is, where a list of messages is needed.
plain = { $text }
event-newer = a step is of version { $found }, this program knows up to { $known }: use a newer mistline
event-unfit = a step does not fit its family of rules

## Rule packs (M-60, B-60)
pack-dice-instead = { $wrong } { $instead }
pack-extends = There is no pack “{ $unknown }” to extend; there are: { $known }
pack-family = There is no family of rules “{ $family }”.
pack-field = { $path }: { $fault }
pack-list = a list in [ ]
pack-missing = “{ $key }” is missing.
pack-mistyped = “{ $found }” does not fit: { $wanted } is wanted.
pack-number = a whole number
pack-switch = true or false
pack-table = a table of keys
pack-text = a text in quotation marks
pack-toml = It cannot be read: { $fault }
pack-unfit = the pack does not fit its family
pack-unknown-key = There is no key “{ $key }” here; there are: { $known }
pack-unknown-word = “{ $word }” is not one of: { $known }
pack-unset = “{ $key }” is not in what is extended, so it cannot be left out.
pack-whole = a whole number from { $least } to { $most }
pack-amount = A number has two decimals at most: 12, -3.5, 0.25.
pack-choice-few = There must be two values at least, and none twice.
pack-choice-now = The pack itself says { $value }, which is not among these.
pack-choice-nowhere = “{ $key }” is no key that can be left to tables.
pack-choice-twice = “{ $key }” is left to tables already, further up.
pack-choice-value = With { $value } these rules do not hold together: { $fault }
pack-choice-values = There is: { $values }
pack-choice-wrong = Chosen so, the rules do not hold together: { $faults }
pack-choices = Left to tables: { $known }
pack-no-choice = These rules do not leave “{ $key }” to tables.
pack-no-value = “{ $key }” cannot be { $value }.
pack-amount-wanted = a number with two decimals at most, like "12.5"
pack-break = { $kind } “{ $name }” is not in the new rules ({ $count } in play).
pack-break-decay = { $count } themes have all { $boxes } boxes of decay marked: the last one is cleared, and the theme stays.
pack-break-improve = { $count } themes have all { $boxes } boxes of growth marked: each has a growth to choose.
pack-moved = The rules are now “{ $name }” { $version }.
pack-no-difference = The table plays by these rules already; nothing differs.
pack-other-family = Those rules are of another family: this table cannot move to them.
pack-unsettled = There are rolls, hits or fights still under way.
pack-unsettled-instead = Settle them by the old rules first, then move.
pack-word = { $word }
pack-cure-add = Add: { $text }
pack-cure-remove = Leave out: { $text }
pack-cure-unset = Leave out the inherited { $list }: unset = ["{ $list }"]
pack-cure-write = Write { $text } instead of { $old }
pack-edition = This version knows the editions 1 and { $known } of the pack language.
pack-inherited = { $key } = { $value }: { $path } of { $base } does not fit this. { $fault }
pack-language = There is no language “{ $tag }”; there are: { $known }
pack-language-gap = The text in { $language } is missing.
pack-name = a name: one text, or { "{" } zh-Hans = "…", zh-Hant = "…", en = "…" { "}" }
pack-no-entry = There is no “{ $id }” in { $list }; there are: { $known }
pack-no-family = Say what it extends, or its family. What can be extended: { $known }
pack-not-a-list = “{ $path }” cannot be patched so: add and change are for the entries of lists.
pack-proof-failed = Playing “{ $verb }” failed: { $fault }
pack-proof-fold = Played again from its log, it is not what it was.
pack-proof-quote = The roll came to what was quoted as impossible.
pack-replaces = { $list }: { $before } entries are replaced by { $after }. To add some only: [[add.{ $list }]].
pack-requires = These rules need mistline { $wanted }, and this is { $own }: take a newer one.
pack-rule-brace = Braces come in pairs here and hold a path of the pack, as { "{" }power.burn{ "}" }.
pack-rule-deep = The parts of this text stand too deep inside each other.
pack-rule-end = if, each, run and rows are closed with { "{" }end{ "}" }; else stands between if and end.
pack-rule-id = A paragraph’s id is a letter and two digits: H-01, or that of the paragraph it stands in for.
pack-rule-path = “{ $path }” leads to no number, text or name of these rules.
pack-rule-word = “{ $word }” is no path of the pack.
pack-text-long = Too long: { $most } characters at most.
pack-toml-comma = Entries of a list or of { "{" } { "}" } are separated by one comma.
pack-toml-equals = There must be one = between key and value: key = value.
pack-toml-escape = A backslash between quotation marks is written \\.
pack-toml-key = This key cannot be written so: letters, digits, - and _ only; anything else in quotation marks.
pack-toml-no-value = The value after the = is missing.
pack-toml-number = Numbers are not written so, but 12, -3, 0.5.
pack-toml-quotes = Texts need quotation marks, "like this".
pack-toml-twice = This key is there already, further up.
pack-toml-unclosed = A closing bracket or quotation mark is missing.
pack-toml-unexpected = This does not belong here: one key = value to a line.
pack-too-long = The file is too long: a rule file has { $most } KiB at most.
pack-too-many = Too many: a list has { $most } entries at most.
pack-version = A version is written "1.2.0".

# What every ruleset says alike.
host-only = Only the host may do this.
players-only = Spectators look on; they cannot act.
typed-empty = This cannot be left empty.
typed-long = Too long: at most { $most } characters.
typed-unreadable = It holds characters nobody can see or that turn the text around.

# The host's desk (B-44)
ready-none = A thing of this kind cannot be made ready beforehand.
ready-unreadable = What is to be made ready cannot be read: { $fault }
ready-too-large = One thing may take { $most } bytes at most.
ready-unfit = does not fit the rules any more
ready-threat-unfit = The threat leads to something of one table only, or its numbers do not fit the rules.
ready-whose = This goes to a character.
ready-whose-instead = Say whose it is: .lib NAME @CHARACTER
ready-challenge = challenge
ready-tag = story tag
ready-threat = threat
ready-clock = clock
ready-clue = clue
ready-npc = character
ready-zone = zone
ready-aspect = aspect
ready-person = someone here
ready-fighter = fighter
ready-weapon = weapon
ready-skill-kind = skill
ready-environment = environment
ready-limit = { $status } { $tier }
ready-boxes = { $boxes } boxes
ready-skill = { $skill } { $rating }
ready-mob = ×{ $count }
ready-barred = difficulty { $at }
ready-level = level { $level }
scene-on-stage = on stage
scene-played = played
scene-ready = ready
scene-later = for later
scene-skipped = skipped
