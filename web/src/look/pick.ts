/** How presses change what a chip does in an action. */
export type Pick = "help" | "burn" | "hinder";
export type Gesture = "press" | "burn" | "hinder";

/**
 * What a chip is after a gesture. A press goes through `cycle` (the likeliest first) and then off;
 * a gesture for one way sets it, or takes it back if it is set. What the chip cannot do changes
 * nothing.
 */
export function nextPick(
  now: Pick | null,
  gesture: Gesture,
  cycle: readonly Pick[],
  also: readonly Pick[] = [],
): Pick | null {
  if (gesture === "press") {
    const at = now === null ? -1 : cycle.indexOf(now);
    // Set by another gesture: a press takes it back.
    if (now !== null && at === -1) return null;
    return cycle[at + 1] ?? null;
  }
  if (!cycle.includes(gesture) && !also.includes(gesture)) return now;
  return now === gesture ? null : gesture;
}

/** The keys beside Enter and Space, which press. */
export function gestureOf(key: string): Gesture | null {
  if (key === "b" || key === "B") return "burn";
  if (key === "-" || key === "−") return "hinder";
  return null;
}

/** A signed number as people write it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
