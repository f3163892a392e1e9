# A session's log, to take home.

log-title = { $title } · 第 { $session } 次聚會
log-title-whole = { $title }
recap-title = { $title } · 第 { $session } 場回顧
recap-in-numbers = 這一場
recap-numbers = { $minutes } 分鐘，{ $scenes } 個場景，{ $rolls } 次擲骰：✕ { $failure }，◐ { $mixed }，✓ { $full }
recap-scenes = 場景
recap-moments = 那些時刻
recap-chance = 這樣的骰子只有 { $percent }% 的機會
recap-found = 查明與克服
recap-growth = 成長
recap-losses = 失去
recap-points = 點數來去
recap-dice = 骰子與期望
recap-mean = { $dice } 擲了 { $count } 次，平均 { $mean }，期望 { $expected }
recap-spotlight = 誰在台上
recap-share = { $name }：{ $percent }%
log-painter-table = 霧線
log-seen-by = { $seat }所見
log-zone = 時間依 { $zone }
log-people = 在場
log-empty = 這次聚會還沒有紀錄。
log-no-session = 沒有第 { $session } 次聚會。
log-sessions = 共有 { $count } 次聚會。

card-evolution = 演變
card-story-tags = 故事標籤
card-pang = 隱痛
card-refresh = 重置 { $refresh }
card-level = { $level } 級
card-attribute = 屬性
card-share = 占比
card-value = 數值
card-weapon = 武器
card-damage = 傷害
card-windup = 前搖
card-magazine = 彈匣
card-efficiency = 效率
card-load = 負重
card-negotiation = 交涉
card-cash = 現金
card-rate = 率 = 屬性 ÷（5 × 目標）
