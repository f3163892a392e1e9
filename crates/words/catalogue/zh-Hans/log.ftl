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

card-evolution = 演变
card-story-tags = 故事标签
card-pang = 隐痛
card-refresh = 重置 { $refresh }
card-level = { $level } 级
card-attribute = 属性
card-share = 占比
card-value = 数值
card-weapon = 武器
card-damage = 伤害
card-windup = 前摇
card-magazine = 弹匣
card-efficiency = 效率
card-load = 负重
card-negotiation = 交涉
card-cash = 现金
card-rate = 率 = 属性 ÷（5 × 目标）
