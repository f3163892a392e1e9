/** Where things stand on the chart: time to the right, one row per fighter. */
import type { TimelineFighterPart, TimelineFightPart, TimelineResource } from "../wire";

/** An act about to be declared. All in hundredths. */
export type Ghost = { who: string; start: number; end: number; power: number };

/** The latest instant worth showing, in hundredths of T. */
export function horizon(fight: TimelineFightPart, ghost: Ghost | null): number {
  let last = fight.now + 1000;
  for (const { act, controlled_until, spans } of fight.fighters) {
    last = Math.max(last, act?.end ?? 0, controlled_until ?? 0, ...spans.map((one) => one.until));
  }
  return Math.max(2000, 1.06 * Math.max(last, ghost?.end ?? 0) + 150);
}

/** A step between marks of the axis that leaves room for their numbers. */
export function tickStep(pixelsPerT: number): number {
  let step = 1;
  for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) {
    if (step * pixelsPerT >= 48) break;
    step *= factor;
  }
  return step;
}

/** What of a row its lanes are drawn from. */
export type Fortunes = Pick<TimelineFighterPart, "changes" | "hit_points" | "willpower">;

/** What was left of a resource over time: steps from the beginning of the fight to now. */
export function course(
  { changes, hit_points, willpower }: Fortunes,
  resource: TimelineResource,
  now: number,
): { at: number; left: number }[] {
  const [left] = resource === "hit-points" ? hit_points : willpower;
  const own = changes.filter((one) => one.resource === resource);
  const begin = own.reduce((rest, { by }) => rest - by, left);
  const points = [{ at: 0, left: begin }];
  let level = begin;
  for (const { at, by } of own) {
    points.push({ at, left: level });
    level += by;
    points.push({ at, left: level });
  }
  points.push({ at: now, left: level });
  return points;
}

/** Changes of one resource at one instant come as one number. */
export function gathered(
  { changes }: Fortunes,
  resource: TimelineResource,
): { at: number; by: number }[] {
  const sums = new Map<number, number>();
  for (const one of changes) {
    if (one.resource === resource) sums.set(one.at, (sums.get(one.at) ?? 0) + one.by);
  }
  return Array.from(sums, ([at, by]) => ({ at, by })).filter(({ by }) => by !== 0);
}
