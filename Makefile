# The two commands a newcomer needs are `make run` and `make test`.
.PHONY: run release web test bare laws lint fmt bench fuzz crash cluster attack peers dist screenshots evenings

# Quick to build, fast enough for a table of friends (see `[profile.dev]` in Cargo.toml).
run:
	./scripts/run

# Optimised, for servers: target/release/mistline.
release: web
	cargo build --release --locked -p mistline

# The page is built only when its sources are newer; the server embeds it.
web: web/dist/index.html

web/dist/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts \
		$(shell find web/src web/public crates/words/catalogue crates/words/reference -type f 2>/dev/null | sed 's/ /\\ /g')
	cd web && npm run build
	touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci
	touch $@

test:
	./scripts/test

# As on a machine that has downloaded nothing yet: what `make run` builds, and `make test`.
bare:
	./scripts/bare

# Explores all laws of all crates, or those named like LAW, with fresh seeds for so many minutes.
# What breaks one is kept, and replayed by `make test` from then on.
MINUTES ?= 10
laws:
	./scripts/laws $(MINUTES) $(LAW)

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

fmt:
	cargo fmt --all
	cd web && npm run format

# A tarball with the binary, a systemd unit and the licences of all it is built from.
dist: web
	./scripts/dist

# The main pages of every ruleset, wide and narrow, light and dark, into docs/screenshots/.
screenshots: web
	cargo build --locked -p mistline
	cd web && npm run screenshots

# A campaign of four evenings for each family through the page: prepared, illustrated, played, undone,
# looked back at, taken to another server. `make test` plays the first evening of one.
evenings: web
	cargo build --locked -p mistline
	cd web && npm run evenings

bench:
	./bench/run

# Kills the server thousands of times, cuts the power and the lines, and plays long around secrets.
crash:
	CRASHES=$${CRASHES:-3000} cargo test --locked -p mistline --test crash -- --nocapture
	POWER_CUTS=$${POWER_CUTS:-1000} cargo test --locked -p table --test suite power
	PROPTEST_CASES=$${PROPTEST_CASES:-500} cargo test --locked -p table --test suite secrecy
	RESUMES=$${RESUMES:-100} cargo test --locked -p server --test site resume

# Three nodes on one PostgreSQL with fifty tables of six; nodes and database are killed hundreds of times,
# and the ways between them cut, slow and dead.
cluster:
	CLUSTER_KILLS=$${CLUSTER_KILLS:-500} CLUSTER_TABLES=$${CLUSTER_TABLES:-50} cargo test --locked -p mistline --test cluster -- --nocapture

# A hostile client against a real server, at ten times the size of `make test`.
attack:
	ATTACK=$${ATTACK:-10} cargo test --locked -p mistline --test attack -- --nocapture

# The chat bridge against real peers, which are installed into target/peers: whole scenes, of which
# `make test` plays how they begin. What was said is in target/chat-transcripts, for people to read.
peers:
	./scripts/peers
	PEERS=whole cargo test --locked -p bridge --test peers
	cargo test --locked -p mistline --test chat

# Needs `cargo install cargo-fuzz` and a nightly toolchain; see fuzz/README.md.
fuzz:
	cargo +nightly fuzz run notation -- -max_total_time=60
	cargo +nightly fuzz run line -- -max_total_time=60
