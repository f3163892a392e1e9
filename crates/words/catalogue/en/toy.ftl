# What the tests' toy family says.

# The toy family of the tests.
toy-act-tick = Fill the clock
toy-ticked = The clock fills by { $segments }.
toy-segments = Segments
toy-clock-full = The clock has not that many segments left.
toy-clock-left = { $left } are left.
toy-clock-of = The clock has { $segments } segments.
toy-act-set-trap = Set a trap
toy-trap-set = A trap is set at segment { $at }.
toy-act-reveal-trap = Reveal the trap
toy-trap-revealed = The trap is at segment { $at }!
toy-no-trap = There is no hidden trap.
toy-no-such-segment = The clock has no such segment.
toy-challenged = A challenge is thrown.
toy-act-answer = Answer
toy-answer-waits = A challenge waits for you
toy-held = It is held off.
toy-lost = It is lost.
toy-one-duel = Only one duel at a time.
toy-not-oneself = Nobody duels themselves.
toy-nothing-to-answer = Nobody has challenged you.
