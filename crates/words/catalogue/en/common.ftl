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

# What every ruleset says alike.
host-only = Only the host may do this.
players-only = Spectators look on; they cannot act.
typed-empty = This cannot be left empty.
typed-long = Too long: at most { $most } characters.
typed-unreadable = It holds characters nobody can see or that turn the text around.
