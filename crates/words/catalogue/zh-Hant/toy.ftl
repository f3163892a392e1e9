# What the tests' toy family says.

# The toy family of the tests.
toy-act-tick = 推進時鐘
toy-ticked = 時鐘推進了 { $segments } 格。
toy-segments = 格數
toy-clock-full = 時鐘沒有這麼多空格了。
toy-clock-left = 還剩 { $left } 格。
toy-clock-of = 時鐘共 { $segments } 格。
toy-act-set-trap = 設陷阱
toy-trap-set = 第 { $at } 格設了陷阱。
toy-act-reveal-trap = 亮出陷阱
toy-trap-revealed = 陷阱在第 { $at } 格！
toy-no-trap = 沒有藏著的陷阱。
toy-no-such-segment = 時鐘沒有這一格。
toy-challenged = 發起了對決。
toy-act-answer = 應戰
toy-answer-waits = 等你應戰
toy-held = 守住了。
toy-lost = 輸了。
toy-one-duel = 一次只能有一場對決。
toy-not-oneself = 不能挑戰自己。
toy-nothing-to-answer = 沒有人向你挑戰。
