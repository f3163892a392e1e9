/** Where a sheet comes to rest. */
export type Snap = "down" | "half" | "full";

/** Shares of the panel's height. `down` leaves the grip to take hold of. */
export const HEIGHTS: Record<Snap, number> = { down: 0, half: 0.52, full: 1 };
const ORDER: readonly Snap[] = ["down", "half", "full"];

/** A flick (shares per second) goes on to the next point; slower, the nearest one wins. */
const FLICK = 0.8;

/** `height` and `speed` are shares of the panel; upwards is positive. */
export function settle(height: number, speed: number): Snap {
  if (Math.abs(speed) >= FLICK) {
    if (speed > 0) return ORDER.find((one) => HEIGHTS[one] > height) ?? "full";
    return [...ORDER].reverse().find((one) => HEIGHTS[one] < height) ?? "down";
  }
  return ORDER.reduce((best, one) =>
    Math.abs(HEIGHTS[one] - height) < Math.abs(HEIGHTS[best] - height) ? one : best,
  );
}

/** By keys and by pressing the grip. */
export function step(now: Snap, by: 1 | -1): Snap {
  return ORDER[Math.min(ORDER.length - 1, Math.max(0, ORDER.indexOf(now) + by))]!;
}
