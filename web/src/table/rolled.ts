/** A roll of the story as dice and terms that can be shown. */
import type { DieKind } from "../look/dice/Die.svelte";
import type { Thrown } from "../look/dice/Dice.svelte";
import type { Term } from "../look/equation";
import type { Roll, Sum } from "../wire";

const KINDS: Record<string, DieKind> = {
  "4": "d4",
  "6": "d6",
  "8": "d8",
  "10": "d10",
  "%": "d100",
  "100": "d100",
  f: "dF",
};

/** Every die, and whether it counted where some did not. */
export function diceOf({ rolled }: Roll): Thrown[] {
  const kinds = Array.from(rolled.expr.matchAll(/d(\d+|%|f)/gi), ([, what]) => what!.toLowerCase());
  return rolled.pools.flatMap(({ pool, dice }) => {
    const some = dice.some(({ state }) => state === "dropped");
    return dice.map(({ face, state }) => ({
      kind: KINDS[kinds[pool] ?? ""] ?? "d10",
      value: face,
      kept: some ? state !== "dropped" : undefined,
    }));
  });
}

/** The dice that counted, then what was added; the event shows them only if they make the total. */
export function termsOf(roll: Roll, sum: Sum | undefined): Term[] {
  const dice: Term[] = diceOf(roll)
    .filter(({ kept }) => kept !== false)
    .map(({ value }) => ({ value, die: true }));
  // Where power buys dice, the dice alone make the total.
  const made = dice.reduce((all, { value }) => all + value, 0);
  const added = sum && sum.total !== 0 && made !== Number(roll.rolled.value);
  return added ? [...dice, { value: sum.total }] : dice;
}
