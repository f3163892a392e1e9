# What every part of the program says.

language-name = 简体中文
# Between the items of a list.
list-separator = 、
command-unreadable = 看不懂这条指令：{ $fault }
# Text as it is, where a list of messages is needed.
plain = { $text }
