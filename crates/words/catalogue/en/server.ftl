# The server: what it refuses, and why it hangs up.

server-other-site = Another site’s page asked for this; only pages of this server may.
server-unreadable = This request cannot be read ({ $fault })
server-only-sockets = This address is only for the page’s live connection (WebSocket).
server-log-form = There is no form “{ $form }”: it can be md, html, txt, book, paint or docx.
server-create-key = Making a table on this server needs its key.
server-no-such-pack = There is no ruleset “{ $pack }” on this server.
server-no-invitation = The table was made, but its invitation was not. Make one at the table.
server-no-such-table = There is no such table.
server-no-such-address = There is nothing at this address.
server-no-such-method = This address does not take such a request.
server-no-seat = This browser has no seat at this table.
server-use-link = Open your link, or ask the host for one.
server-no-page = The server runs, but its web page has not been built yet:
server-no-hello = The page did not say hello.
server-hello-twice = The page said hello twice.
server-not-text = Only text can be read here.
server-too-large = That is too much at once: at most { $most } KiB.
server-too-late = The request took too long to arrive.
server-other-version = The server has been updated. Please reload the page.
server-too-many = Too much was asked for from here. Try again in { $seconds } s.
server-too-many-connections = There are { $most } connections from here already. Close some.
server-seat-too-fast = That was too much at once from this seat; resuming.
server-table-too-fast = That was too much at once at this table; resuming.
server-too-slow = The connection was too slow; resuming.
server-revoked = This device no longer has a seat at this table.
server-role-changed = Your seat may do other things now; looking again.
server-search-text = Write 1 to { $most } characters to search for.
server-rewritten = Lines have changed; opening again.
server-deleted = This table has been deleted.
server-stopping = The server is stopping; you will be back when it is.
server-unreachable = The server cannot reach its database; you will be back when it can, or at another one.

# mistline serve
cli-serve = run tables for everyone who can reach this machine
cli-option-listen = address and port to listen at, as 0.0.0.0:8080
cli-option-public_url = where people reach the server, as https://play.example
cli-option-create_key = what one must know to make a table
cli-option-trusted_proxy = a proxy whose X-Forwarded-For is believed; may be given several times
cli-option-no_limits = hold back no one who asks for a lot: for measuring, or among friends
cli-serve-examples =
    {"  "}mistline serve
    {"  "}mistline serve --data ./tables --listen 127.0.0.1:9000
cli-serve-running = Mistline 雾线 is running:
cli-serve-this-machine = on this machine
cli-serve-this-network = for others in this network
cli-serve-public = for everyone
cli-serve-kept = Everything is kept in { $folder }
cli-serve-kept-database = Everything is kept in { $database }
cli-serve-next = Open an address to make a table. Ctrl-C stops the server; nothing is lost.
cli-serve-stopped = Stopped.
cli-serve-next-port = Port { $port } is taken; trying { $next }.
cli-serve-port-taken = Something else is listening at { $address } already. Choose another port with --listen.
cli-serve-cannot-listen = Cannot listen at { $address }: { $fault }
cli-serve-folder = The folder { $folder } cannot be used: { $fault }
cli-serve-bad-url = “{ $url }” is no address of a server; it should look like https://play.example
cli-serve-bad-log = The log setting { $log } cannot be read; write off, error, warn, info, debug or trace, or levels of single parts: info,table=debug
server-chart-form = There is no picture of the form “{ $form }”: png or svg.
server-no-picture = This is not a picture that can be used.
server-picture-heavy = The file is too large: at most { $most } MiB.
server-picture-large = This picture has too many points: at most forty million.
server-picture-broken = This picture cannot be read to its end.
server-picture-instead = Use PNG, JPEG, WebP or GIF.
server-recap-form = There is no form “{ $form }”: it can be json, md, html or png.
server-no-chat-door = There is no [[chat]] of that name with kind = "relay", or the key is another.
server-no-font = The server has no font for Chinese, so it cannot draw a PNG (Debian package: { $package }).
server-no-font-text = As text: .bat chart; or ask for svg.
