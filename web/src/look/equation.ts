/** The sum under the dice, which must be true or not be shown. */
import { signed } from "./pick";

export type Term = { value: number; label?: string; die?: boolean };
export type Piece = { text: string; label?: string | undefined; kind: "die" | "modifier" };

/**
 * `3 + 5 +4`: dice are joined by a plus, modifiers carry their sign. Null when the terms do not
 * make the total (a table's own rule may have changed it), or one die alone is the total: then
 * only the total is shown.
 */
export function equation(terms: readonly Term[], total: number): Piece[] | null {
  const sum = terms.reduce((so, term) => so + term.value, 0);
  const alone = terms.length === 1 && !terms[0]!.label;
  if (terms.length === 0 || alone || sum !== total) return null;
  return terms.map((term, at) => {
    const minus = term.value < 0 ? `− ${-term.value}` : `+ ${term.value}`;
    const text = !term.die
      ? signed(term.value)
      : at === 0
        ? String(term.value).replace("-", "−")
        : minus;
    return { text, label: term.label, kind: term.die ? "die" : "modifier" };
  });
}
