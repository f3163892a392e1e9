# What is said at any table, whatever the rules.

# The table itself.
table-opened = The table “{ $title }” is open.
table-changed = { $who } changed the table's settings.
table-closed = This table is closed now. Reload and try again.
table-no-such-table = There is no such table; it may have been deleted.
table-full = This table is full: at most { $most } seats.
table-full-instead = The host can remove seats nobody sits on.

# Seats.
table-seat-added = { $name } takes a seat ({ $role }).
table-seat-renamed = { $old } is now called { $name }.
table-seat-revoked = All links and devices of { $name } were revoked.
table-seats-removed = Seats were removed: { $names }.
table-seats-removed-many = Seats were removed: { $names } and { $more } more.
table-role-changed = { $name } is now { $role }.
table-role-host = host
table-role-player = player
table-role-spectator = spectator
table-no-such-seat = There is no such seat.
table-name-needed = Please enter your name first.
table-name-taken = Someone is already called “{ $name }”; please choose another name.
table-name-yours = If that is you: open that seat’s own link; if it is lost, the host can give you one, under “Seats” at the host’s desk. If it is not, choose another name.
table-host-only = Only a host may do this.
table-spectators-look = Spectators only look on and chat.
table-last-host = This is the last host.
table-last-host-instead = Make another seat a host first.
table-last-host-link = This is the last way back to this table for a host.
table-last-host-link-instead = Make a new link to your own seat first, then revoke this one.

# Links.
table-link-wrong = This link is wrong or has been revoked.
table-link-ask-host = Ask your host for a new link.
table-link-busy = Too many have come in by this link within a minute.
table-link-busy-instead = Try again in a minute, or ask the host for another link.
table-entered-already = This entry has been used already.
table-door-closed = There is no open invitation now.
table-device-unknown = This device no longer sits at the table.
table-no-such-link = There is no such link or device.
table-invite-no-host = An open invitation cannot make hosts.
table-knock-waits = Somebody is waiting for the host’s nod already; try again in a few minutes.
table-nobody-knocks = Nobody is waiting for your nod.

# What people type.
table-text-empty = This cannot be empty.
table-text-long = Too long: at most { $most } characters.
table-text-unreadable = It contains characters nobody can read.
table-language-unknown = There is no language “{ $language }”.
table-language-known = There are zh-Hans, zh-Hant and en.
table-time-zone-unknown = There is no time zone “{ $zone }”.
table-time-zone-example = For example Europe/London.

# Talk and dice.
table-said = { $who }: { $text }
table-said-in-character = { $who }: “{ $text }”
table-narrated = { $text }
table-whispered = { $who } whispers to { $names }: { $text }
table-rolled = { $who } rolls.
table-rolled-for = { $who } rolls: { $reason }.
table-rolled-unseen = { $who } rolls in secret; only the host sees the dice.
table-salt-set = { $who } put a salt of their own into the dice.

# Sessions.
no-such-setting = That is nothing to be chosen as a table is made.
table-session-began = Session { $number } begins.
table-session-ended = Session { $number } ends; its seeds are shown.
table-session-idle = Session { $number } ended after idle hours; its seeds are shown.
table-no-session = No session is under way.
table-session-first = The host begins a session; without one, only rolls that everyone sees can be made.
table-hidden-number = Not everyone who sees this roll may see “{ $name }”.
table-hidden-number-instead = Roll it in secret: .rh.

# Going back.
table-undone = { $who } undid: { $what }
table-undone-something = { $who } undid a step.
table-redone = { $who } redid: { $what }
table-redone-something = { $who } redid a step.
table-taken-back = { $who } took back: { $what }
table-taken-back-something = { $who } took back a step.
table-rewound = { $who } rewound the game to just after: { $what }
table-rewound-to-start = { $who } rewound the game to its beginning.
table-nothing-to-undo = There is nothing to undo.
table-nothing-to-redo = There is nothing to redo.
table-no-such-point = The game cannot go there: no such point, or it is there already.
table-take-back-not-last = You can take back only your own command while it is the game's last.

# Safety.
table-paused = Someone asks everyone to pause.
table-paused-by = { $who } asks everyone to pause.
table-resumed = { $who } lets the scene go on.
table-handed-out = { $who } shows everyone “{ $title }”. { $text }
table-handed-out-host = { $who } lays out “{ $title }” for the host alone. { $text }
table-handed-out-to = { $who } shows { $names } “{ $title }”. { $text }
table-no-such-note = There is no such note.
table-note-not-yours = Somebody else wrote this note: only they and the host can change it.
table-notes-full = A seat can keep { $most } notes at most: throw some away first.
table-no-such-picture = There is no such picture.
table-picture-not-yours = Somebody else brought this picture: only they and the host can throw it away.
table-pictures-full = No room left: your pictures can take { $most } MiB at most, and be a thousand at most.
table-pictures-full-instead = Throw away some you do not need.
table-face-of-nothing = There is no such character, challenge or scene.
table-face-not-yours = You can give a picture to your own characters only; the host does it for all else.
table-is-paused = The scene is paused.
table-is-paused-instead = Talk it over; a host can let the scene go on.
table-paused-already = The scene is paused already.
table-not-paused = The scene is not paused.

# What goes wrong.
table-command-id-taken = Another seat has used this command id.
table-not-kept = It could not be saved, so nothing happened: { $fault }
table-unsure = It is not known whether this was saved, because the database cannot be reached: { $fault }
table-unreachable = The server cannot reach its database at the moment.
table-try-again = Please try again in a moment.
table-log-unreadable = The table's log cannot be read: { $fault }
table-pack-unreadable = These rules cannot be read: { $fault }

# What is wrong with what is stored; what the system itself says stands in brackets.
table-store-conflict = the same record has just been written elsewhere
table-store-failed = the disk or database failed ({ $fault })
table-store-unsure = the database cannot be reached, and it is not known whether it has kept this ({ $fault })
table-store-encoding = the database is made for { $found }; make one for UTF8
table-store-closed = the database is closed
table-store-name = the file's name is not readable text
table-store-newer = it is of version { $found }, this program knows up to { $known }: use a newer mistline
table-store-older = it is of version { $found }, this program uses { $known }: open it once with mistline serve to bring it up to date
table-store-changed = record { $seq } is not as it was written
table-store-cut = the log should end with record { $seq }, but does not
table-store-damaged = it holds something this program never wrote
table-store-picture = the picture { $hash } is missing, or is not as it was written
table-store-unreadable = record { $seq } is whole, but this version cannot read it
table-store-of-table = table { $table }: { $fault }
table-store-of-file = the database file: { $fault }
table-failed = The program failed at this. Nothing has changed.
table-failed-instead = Try another way, and tell whoever runs the server what you did: it is in the server’s log.
table-broken = The rules or the log of this table make the program fail: it can be read, but not played on.
table-broken-instead = Its log is whole, and the host can export it; a newer version may be able to go on.
table-pack-bad = The ruleset of this table is not right, so it was not imported: { $faults }
table-no-such-pack = There are no such rules here.
table-pack-wrong = These rules are not right: { $faults }
table-pack-fault = line { $line }, column { $column }: { $reason }
table-pack-fault-cure = line { $line }, column { $column }: { $reason } To cure it: { $cure }
table-log-no-beginning = it does not begin with a new table
table-log-gap = record { $seq } is not where it should be
table-log-crowded = too many seats: a table has at most { $most }
table-no-randomness = the system gave no randomness ({ $fault })

# Taking a table home, and erasing.
table-imported = This table was brought from elsewhere; its old links open nothing.
table-redacted = The name and talk of { $name } were erased from the log.
table-archive-other = This file is not an exported table.
table-archive-newer = The file is of version { $found }; this program reads up to { $known }. Use a newer program.
table-archive-changed = Line { $line } is not as it was written: the file was changed or damaged.
table-archive-length = There should be { $due } records, there are { $found }: the file is not whole.
table-archive-unreadable = Line { $line } is whole, but this version cannot read it: the file may be of a newer one.
table-archive-pictures = The file lacks { $missing } pictures.
table-verify-seed = Record { $seq }: the seed does not match the hash published before.
table-verify-roll = Record { $seq }: roll { $number } is { $found }, but its seed makes { $made }.
table-verify-unmade = Record { $seq }: roll { $number } cannot be made again: { $fault }
table-verify-number = Record { $seq }: roll { $found } stands where roll { $due } was due.
table-verify-no-seed = Record { $seq }: roll { $number } has no seed.
table-verify-sealed-twice = Record { $seq }: a second seed is sealed for { $audience } in one session, so its rolls could be chosen.
table-verify-commitment-twice = Record { $seq }: this hash was published before.
table-verify-seed-missing = Session { $session } has ended, but the seed for { $audience } is not shown.
table-verify-seed-early = Session { $session } has no end, but its seeds are shown: the end was cut off.
table-verify-seal-missing = Session { $session } has no seed for { $audience }.
table-verify-rolls-missing = Session { $session } should have { $due } rolls for { $audience }, it has { $found }.
table-verify-not-ended = Record { $seq }: session { $session } has no end, and the next one begins.
table-verify-session = Record { $seq }: session { $found } begins where session { $due } was due.
table-verify-outside = Record { $seq }: a seed or an end of a session, but none is under way.
table-audience-all = everyone
table-audience-host = the host
table-audience-seats = the host and { $names }

# Dice of a real table.
table-hand-many = At most { $most } faces can be typed in at once.
table-hand-left = { $given } faces were typed in, but { $used } dice were thrown.
table-hand-unfit = The faces typed in are not those of the dice to throw.
table-hand-instead = One for each die: first all of them, then those thrown again.
table-hand = by hand

# Chat groups.
table-unsaid = { $who } took back what they said.
table-nothing-said = Nothing was said at the table by this message.
table-code-wrong = This code is wrong, used or too old.
table-code-instead = Ask the host for another: .code at the table. A code works once, within 15 minutes.
table-code-of-seat = This code is for a person: .join CODE
table-code-of-group = This code is for a group: say .table bind CODE there
# Clocks (B-43).
clock-missing = There is no such clock.
clock-already = It is there already.
clock-too-many = At most { $most } clocks.
clock-bad = A clock cannot have { $boxes } boxes.
clock-bad-instead = From 1 to { $most }.
clock-at = Clock “{ $clock }”: { $at }/{ $boxes }
clock-ends = Clock “{ $clock }” has run out: { $text }
clock-gone = Clock taken away: { $clock }
clock-up = Up to full
clock-down = Down to 0
clock-act-add = Add a clock
clock-act-on = One step on
clock-act-back = One step back
clock-act-show = Show to all
clock-act-remove = Take away
clock-field-name = Name
clock-field-boxes = Boxes
clock-field-counts = How it counts
clock-field-end = What happens at its end
clock-field-hidden = Only the host sees it

# Characters in and out (B-50, B-51)
character-none = There is no such character.
character-taken = “{ $name }” is here.
character-note-title = { $name }: what was not understood
character-left = { $what }: { $text }
character-left-cut = “{ $what }” is too long: the sheet has its beginning. The whole of it: { $text }
character-left-row = Row { $row }: { $text }
character-left-rows = { $count } more rows are not listed.
character-left-portrait = The portrait did not come along: bring the file in on the page.
character-refused = Not written down, { $what }: { $why }
character-not-taken = Character number { $number } was not brought in: { $why }
character-slot-empty = The file has no “{ $slot }”: its name stands there for now.
character-story-tag = story tag “{ $name }”
character-status = status “{ $name }” { $tier }
character-skills = skills { $skills }
character-stunt = stunt “{ $name }” { $text }
character-refresh = refresh { $refresh }
character-portrait = portrait
character-family-mist = mist
character-family-fate = Fate
character-family-timeline = Time Line
character-other-family = This is a character of the { $family } rules; this table plays others.
character-other-family-instead = Bring it in at a table of the same rules.
character-npc = This is one of the host’s characters.
character-npc-instead = Ask the host to bring this file in.
character-unknown-file = This file is not of a kind that is known.
character-known-files = What can be brought in: Mistline’s own character files, Fari (.fari.json), actors of Foundry’s fate-core-official, a line of .tlsetup, a Time Line card as .xlsx.
character-broken-json = This JSON cannot be read: line { $line }, column { $column }.
character-misfit = Something is missing in this character file, or written otherwise: { $fault }
character-newer = This character file was written by a newer version ({ $version }). Upgrade first.
character-many = A file holds 1 to { $most } characters.
character-heavy = The file is too large: { $most } MiB at most.
character-broken-workbook = This workbook cannot be opened.
character-no-card = There is no card in this workbook.
character-no-card-instead = A card has names of fields such as 姓名, 等级, 体质 (or name, level, constitution), with their values to the right or below.
# The host's desk (B-44)
table-no-such-scene = There is no such prepared scene.
table-desk-full = There is room for { $most } here: take some away first.
table-shelved-already = It is in your library already.
table-not-shelved = It is not in your library.
table-scene = { $title }. { $text }
