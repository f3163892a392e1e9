//! Our dice against others', on the same work, interleaved in one run.
//!
//! `peers rolls`, `peers exact [PYTHON SCRIPT]` and `peers growth SVG` each print a section of
//! `BENCHMARKS.md`; `bench/run` puts them there.

mod exact;
mod growth;
mod lane;
mod rolls;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["rolls"] => rolls::print(),
        ["exact"] => exact::print(None),
        ["exact", python, script] => exact::print(Some((python, script))),
        ["growth", svg] => growth::print(svg),
        // For instruction counts: one kind of our own work alone.
        ["only", what, notation, times] => rolls::only(what, notation, times.parse().unwrap()),
        _ => panic!("peers rolls | exact [PYTHON SCRIPT] | growth SVG | only WHAT NOTATION TIMES"),
    }
}
