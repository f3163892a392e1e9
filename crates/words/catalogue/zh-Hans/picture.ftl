# What a picture for a chat says (T-32, T-35)
picture-awaits = 等{ $awaited }
picture-nobody = 不必等谁，时间可以流动。
picture-next = 下一个落定：{ $name }，{ $at }T
picture-until = 到 { $until }T
picture-fallen = 倒下：{ $names }
picture-fallen-one = { $name }（{ $at }T）
picture-more = 还有 { $count } 人没有画出。
picture-unseen = 隐匿
picture-legend = 绿 体力　蓝 意志
