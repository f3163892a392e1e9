# A session's log, to take home.

log-title = { $title } · 第 { $session } 场
log-seen-by = { $seat }所见
log-zone = 时间按 { $zone }
log-people = 在场
log-empty = 这一场还没有记录。
log-no-session = 没有第 { $session } 场。
log-sessions = 共有 { $count } 场。
