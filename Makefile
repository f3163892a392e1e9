# The two commands a newcomer needs are `make run` and `make test`.
.PHONY: run test bench fmt lint fuzz

run:
	cargo run --release --quiet -p mistline

test:
	./scripts/test

bench:
	./bench/run

fmt:
	cargo fmt --all

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
