# A session's log, to take home.

log-title = { $title } · session { $session }
log-seen-by = As { $seat } saw it
log-zone = Times are of { $zone }
log-people = People
log-empty = Nothing was recorded in this session.
log-no-session = There is no session { $session }.
log-sessions = There are { $count } sessions.
