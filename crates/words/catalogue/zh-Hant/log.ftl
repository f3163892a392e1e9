# A session's log, to take home.

log-title = { $title } · 第 { $session } 次聚會
log-seen-by = { $seat }所見
log-zone = 時間依 { $zone }
log-people = 在場
log-empty = 這次聚會還沒有紀錄。
log-no-session = 沒有第 { $session } 次聚會。
log-sessions = 共有 { $count } 次聚會。
