# A session's log, to take home.

log-title = { $title } · session { $session }
log-title-whole = { $title }
recap-title = { $title } · looking back at session { $session }
recap-in-numbers = This session
recap-numbers = { $minutes } minutes, { $scenes } scenes, { $rolls } rolls: ✕ { $failure }, ◐ { $mixed }, ✓ { $full }
recap-scenes = Scenes
recap-moments = Moments
recap-chance = dice like these come { $percent }% of the time
recap-found = Found out and overcome
recap-growth = Growth
recap-losses = Losses
recap-points = Where points went
recap-dice = Dice against expectation
recap-mean = { $dice } rolled { $count } times: { $mean } in the mean, { $expected } expected
recap-spotlight = On stage
recap-share = { $name }: { $percent }%
log-painter-table = Mistline
log-seen-by = As { $seat } saw it
log-zone = Times are of { $zone }
log-people = People
log-empty = Nothing was recorded in this session.
log-no-session = There is no session { $session }.
log-sessions = There are { $count } sessions.

card-evolution = Evolution
card-story-tags = Story tags
card-pang = Pang
card-refresh = Refresh { $refresh }
card-level = Level { $level }
card-attribute = Attribute
card-share = Share
card-value = Value
card-weapon = Weapon
card-damage = Damage
card-windup = Wind-up
card-magazine = Magazine
card-efficiency = Efficiency
card-load = Load
card-negotiation = Negotiation
card-cash = Cash
card-rate = rate = attribute ÷ (5 × target)
