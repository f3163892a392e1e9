# What every part of the program says.

language-name = English
# Between the items of a list.
list-separator = {", "}
command-unreadable = This command cannot be read: { $fault }
# Text as it is, where a list of messages is needed.
plain = { $text }
