/** A chart's time axis. */
export type Span = { from: number; to: number };

/** A time as percent of the axis. */
export function at(time: number, { from, to }: Span): number {
  return ((time - from) / (to - from)) * 100;
}

/** Ticks at a round distance, at most `most` of them. */
export function ticks({ from, to }: Span, most = 8): number[] {
  const rough = (to - from) / most;
  const size = [0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => one >= rough) ?? 200;
  const first = Math.ceil(from / size) * size;
  const all: number[] = [];
  for (let time = first; time <= to; time += size) all.push(time);
  return all;
}
