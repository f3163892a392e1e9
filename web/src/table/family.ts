/** How a family tells the room about itself. */
import type { Parts } from "../lib/table.svelte";
import type { Term } from "../wire";
import type { Family } from "./families";
import "./game.css";

/** A family whose answers are read from its game; without a view there is nothing to tell. */
export function familyOf<G extends { ruleset: { id: string } }>(
  gameIn: (parts: Parts) => G | null,
  pages: Pick<Family, "Board" | "Sheets" | "Tray" | "Rules" | "Opener" | "openers">,
  answers: {
    names(game: G): Term[];
    underWay(game: G): number;
    trayName?(game: G): string;
  },
): Family {
  const { names, underWay, trayName } = answers;
  const asked =
    <T>(answer: (game: G) => T, otherwise: T) =>
    (parts: Parts) => {
      const game = gameIn(parts);
      return game ? answer(game) : otherwise;
    };
  return {
    ...pages,
    ruleset: asked<string | undefined>(({ ruleset }) => ruleset.id, undefined),
    names: asked(names, []),
    underWay: asked(underWay, 0),
    ...(trayName ? { trayName: asked(trayName, "") } : {}),
  };
}
