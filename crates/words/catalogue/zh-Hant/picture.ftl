# What a picture for a chat says (T-32, T-35)
picture-awaits = 等{ $awaited }
picture-nobody = 不必等誰，時間可以流動。
picture-next = 下一個落定：{ $name }，{ $at }T
picture-until = 到 { $until }T
picture-fallen = 倒下：{ $names }
picture-fallen-one = { $name }（{ $at }T）
picture-more = 還有 { $count } 人沒有畫出。
picture-unseen = 隱匿
picture-legend = 綠 體力　藍 意志
