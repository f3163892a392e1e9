# What only the web page says.

web-language = Language
web-theme = Light or dark
web-theme-auto = System
web-theme-light = Light
web-theme-dark = Dark
web-close = Close
web-copy = Copy
web-copied = Copied
web-qr = QR code of the invitation
web-try-again = Try again
web-unreachable = The server cannot be reached.
web-do-it = Do it
web-never-mind = Never mind
web-more-actions = More actions
web-less = { $what }: one less
web-more = { $what }: one more
web-why = Why?
web-reveal = Reveal
web-secret = Host only
web-waits = Your turn

## The start page
web-start-heading = Open a table
web-start-lead = Choose a ruleset, give it a name, send your friends the link. No account needed.
web-start-ruleset = Ruleset
web-start-title = This table is called
web-start-title-default = A night in the mist
web-start-name = Your name
web-start-key = Key for opening tables
web-start-open = Open the table

## After a table is made
web-opened-heading = The table is set
web-opened-lead = Send the invitation to your players, and keep your own link.
web-opened-invite = Invite players
web-opened-invite-lead = They open the link, write their name, and sit down.
web-opened-invite-link = Invitation
web-opened-host = Your host link
web-opened-host-lead = It brings you back to the host's seat on another device. Give it to nobody.
web-opened-host-link = Host link
web-opened-go = To the table

## At the door
web-door-looking = Looking at this link …
web-door-eyebrow = You are invited
web-door-invite-player = You will sit down as a player.
web-door-invite-spectator = You will look on as a spectator.
web-door-invite-host = You will sit down as a host.
web-door-seat-player = This is { $name }’s seat, a player.
web-door-seat-spectator = This is { $name }’s seat, a spectator.
web-door-seat-host = This is { $name }’s seat, the host.
web-door-name = What shall we call you?
web-door-sit = Sit down
web-door-no-link = You need a link here
web-door-no-link-lead = Ask the host for an invitation, or open your own seat’s link.
web-door-own = Open a table of your own

## The table
web-connecting = Walking to the table …
web-lost = The connection is lost; reconnecting by itself. Nothing you wrote is lost.
web-over = This device no longer sits here
web-over-lead = A link to the seat brings you back.
web-over-door = Back to the door
web-paused = The scene is paused.
web-resume = Go on
web-looking-as = You see the table as { $name } does
web-looking-back = Back to the host
web-seats = Seats
web-role-host = Host
web-role-player = Player
web-role-spectator = Spectator
web-here = here
web-away = away
web-typing = typing …
web-undo = Undo
web-redo = Redo
web-take-back = Take back
web-desk = Host’s desk
web-desk-player = Table
web-desk-link = Link
web-desk-link-of = Link to { $name }’s seat
web-desk-look = See as
web-desk-invite = New invitation
web-desk-invite-spectator = Invite spectators
web-safety = Safety
web-safety-lead = Anyone may pause the scene, without giving a reason.
web-pause = Pause
web-pause-anonymous = Pause anonymously
web-fair = Fair dice
web-fair-lead = Fingerprints of the seeds, published before the first roll. When the session ends the seeds are shown and anyone can check every roll; whoever runs the server could still foresee them.
web-leave = Leave this table
web-host-sees-all = The host sees everything, whispers included.
web-host-sees-all-player = The host sees everything, your whispers included.
web-tabs = Pages
web-tab-scene = Scene
web-tab-story = Story
web-tab-sheet = Sheet
web-tab-rules = Rules
web-act = Act
web-tray = Under way
web-tray-cases = Things under way
web-tray-handle = Under way: { $count }
web-stream-empty = The story begins here.
web-sending = sending
web-newest = Newest
web-only-you = only you see this
web-whispered = whispers
web-typed-in = rolled by hand
web-rewind-here = Go back to here
web-dice = { $notation } rolled { $faces }
web-odds = Odds
web-odds-exact = Show exact fractions
web-say = Talk or type a command
web-say-how = How to say it
web-say-talk = Talk
web-say-voice = In character
web-say-narration = Narrate
web-say-whisper = Whisper to { $name }
web-say-placeholder = Say something, or type .help
web-send = Send

## The mist family
web-mist-scene = Scene
web-mist-clues = Clues
web-mist-characters = Characters
web-mist-no-scene = The host has not set a scene yet.
web-mist-no-scene-host = Set a scene first: where are they, what is before them?
web-mist-no-characters = No characters yet.
web-mist-steps = The scene’s loop
web-mist-step-establish = Establish
web-mist-step-action = Action
web-mist-step-consequence = Consequence
web-mist-host-scene = Set the scene
web-mist-host-story = Story and options
web-mist-overcome = Overcome
web-mist-limit = Limit: { $status }
web-mist-boxes = marked { $marks } of { $boxes } boxes
web-mist-weakness = Weakness
web-mist-burnt = burnt
web-mist-nascent = nascent
web-mist-evolution = Evolution
web-mist-growths =
    { $count ->
        [one] { $count } growth
       *[other] { $count } growths
    }
web-mist-growth-owed =
    { $count ->
        [one] { $count } growth to choose
       *[other] { $count } growths to choose
    }
web-mist-vacancy = Empty: a new { $kind } theme will come
web-mist-pang = Pang
web-mist-died = Dead
web-mist-examples = Characters ready to play
web-mist-theme-add = Add a theme
web-mist-theme-remove = Remove this theme
web-mist-roll = Roll
web-mist-power = Power
web-mist-lines = What counts
web-mist-allies = Of the others
web-mist-help = Helps
web-mist-hinder = Hinders
web-mist-burn = Burn
web-mist-burning = burns
web-mist-keep = Do not burn
web-mist-approve = Approve
web-mist-strike = Strike
web-mist-question = Question
web-mist-withdraw = Take back
web-mist-verdict-proposed = Waits for the host
web-mist-verdict-approved = Approved
web-mist-verdict-struck = Struck
web-mist-verdict-questioned = The host asks
web-mist-in-review = The host is looking at it.
web-mist-budget = Power left to spend: { $budget }
web-mist-nothing-to-add = Nothing in sight could count.
web-mist-consequence = Consequence
web-mist-consequence-waits = Waits for the one it hits.
web-mist-owed = Consequence to come
web-mist-owed-host = The dice call for a consequence: what happens?
web-mist-owed-player = The host is thinking of a consequence.
web-mist-rules-dice = The roll
web-mist-rules-power = Where power comes from
web-mist-rules-tag = Each tag that helps or hinders
web-mist-rules-burn = Burning a tag
web-mist-rules-status = The highest helping and hindering status, by tier
web-mist-rules-effects = What power buys
web-mist-rules-effect-status = One tier of a status, up or down
web-mist-rules-effect-tag = A story tag made or removed
web-mist-rules-effect-clue = A clue or detail
web-mist-rules-effect-feat = An extra feat
