# A session's log, to take home.

log-title = { $title } · 第 { $session } 场
log-title-whole = { $title }
recap-title = { $title } · 第 { $session } 场回顾
recap-in-numbers = 这一场
recap-numbers = { $minutes } 分钟，{ $scenes } 个场景，{ $rolls } 次掷骰：✕ { $failure }，◐ { $mixed }，✓ { $full }
recap-scenes = 场景
recap-moments = 那些时刻
recap-chance = 这样的骰子只有 { $percent }% 的机会
recap-found = 查明与克服
recap-growth = 成长
recap-losses = 失去
recap-points = 点数来去
recap-dice = 骰子与期望
recap-mean = { $dice } 掷了 { $count } 次，平均 { $mean }，期望 { $expected }
recap-spotlight = 谁在台上
recap-share = { $name }：{ $percent }%
log-painter-table = 雾线
log-seen-by = { $seat }所见
log-zone = 时间按 { $zone }
log-people = 在场
log-empty = 这一场还没有记录。
log-no-session = 没有第 { $session } 场。
log-sessions = 共有 { $count } 场。
