# What the tests' toy family says.

# The toy family of the tests.
toy-act-tick = 推进时钟
toy-ticked = 时钟推进了 { $segments } 格。
toy-segments = 格数
toy-clock-full = 时钟没有这么多空格了。
toy-clock-left = 还剩 { $left } 格。
toy-clock-of = 时钟共 { $segments } 格。
toy-act-set-trap = 设陷阱
toy-trap-set = 第 { $at } 格设了陷阱。
toy-act-reveal-trap = 亮出陷阱
toy-trap-revealed = 陷阱在第 { $at } 格！
toy-no-trap = 没有藏着的陷阱。
toy-no-such-segment = 时钟没有这一格。
toy-challenged = 发起了对决。
toy-act-answer = 应战
toy-answer-waits = 等你应战
toy-held = 守住了。
toy-lost = 输了。
toy-one-duel = 一次只能有一场对决。
toy-not-oneself = 不能挑战自己。
toy-nothing-to-answer = 没有人向你挑战。
