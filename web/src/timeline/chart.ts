/** Where things stand on the chart: time to the right, one row per fighter. */
import { at as percent, type Span } from "../look/scale";
import type { TimelineFighterPart, TimelineFightPart, TimelineResource } from "../wire";

/** An act about to be declared. All in hundredths. */
export type Ghost = { who: string; start: number; end: number; power: number };

/** The stretch of time that is shown, in T: all that is to come, and as much of what was as fits. */
export function windowOf(
  fight: TimelineFightPart,
  ghost: Ghost | null,
  phone: boolean,
  whole = false,
): Span {
  let last = fight.now + 500;
  for (const { act, controlled_until, spans } of fight.fighters) {
    last = Math.max(last, act?.end ?? 0, controlled_until ?? 0, ...spans.map((one) => one.until));
  }
  const end = Math.max(last, ghost?.end ?? 0) / 100;
  const now = fight.now / 100;
  const [least, before] = phone ? [11, 3.2] : [16, 7];
  const to = Math.max(least, end * 1.04 + (phone ? 1.2 : 0.8));
  const from = whole || to <= least ? 0 : Math.max(0, Math.floor((now - before) * 2) / 2);
  return { from, to: Math.max(to, from + least) };
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
    level += by;
    points.push({ at, left: level });
  }
  points.push({ at: now, left: level });
  return points;
}

/** The steps of hit points as shares of the axis and of the whole, from its left edge on. */
export function steps(
  fighter: Fortunes,
  until: number,
  span: Span,
): { at: number; share: number }[] {
  const most = fighter.hit_points[1];
  return course(fighter, "hit-points", until).map(({ at, left }) => ({
    at: Math.max(0, percent(at / 100, span)),
    share: most > 0 ? Math.min(1, Math.max(0, left / most)) : 0,
  }));
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

/** When a control that still holds began to show: with the end of what its target did before. */
export function heldFrom(fighter: TimelineFighterPart, now: number): number {
  return Math.min(now, Math.max(0, ...fighter.spans.map((one) => one.until)));
}

/** A round number not below `least`, for the end of a scale. */
export function roundUp(least: number): number {
  if (least <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(least));
  return unit * [1, 1.4, 2, 2.8, 4, 5, 7, 10].find((one) => one * unit >= least - 1e-9)!;
}
