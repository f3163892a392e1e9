/** What lies under the stage, or in a phone's tray: the one thing this seat is at. */
import type { FateActionPart, FateCompelPart, FateHitPart } from "../wire";
import { say, t } from "../lib/words.svelte";
import { who } from "./game";
import type { Form, Play } from "./play.svelte";

export type Work =
  | { kind: "form"; form: Form }
  | { kind: "hit"; hit: FateHitPart }
  | { kind: "action"; action: FateActionPart }
  | { kind: "compel"; compel: FateCompelPart }
  | { kind: "mend"; id: string };

/** A deed that was begun comes before what others do; then the case that lies open. */
export function workOf(play: Play): Work | null {
  const { form, here, game } = play;
  if (!game) return null;
  if (form) return { kind: "form", form };
  const open = play.case;
  if (open?.kind === "hit") return { kind: "hit", hit: open.hit };
  if (open?.kind === "action") return { kind: "action", action: open.action };
  if (open?.kind === "compel" && !dealt(play)) return { kind: "compel", compel: open.compel };
  const mend = game.scene.mends.find(({ id }) => here.can(id).length > 0);
  if (mend && here.waitsAt(mend.id)) return { kind: "mend", id: mend.id };
  return null;
}

/** The compel that is offered to this seat, or that it must take up: it lies over the stage. */
export function dealt({ here, game }: Play): FateCompelPart | undefined {
  const asked = ["accept-compel", "grant-compel"];
  return game?.compels.find(({ id }) => here.can(id).some((verb) => asked.includes(verb)));
}

/** Whether it lies under the stage now: only what this seat is to do, or asked to see. */
export function workLies(play: Play): boolean {
  const work = workOf(play);
  if (!work) return false;
  switch (work.kind) {
    case "form":
    case "mend":
      return true;
    case "hit":
      return play.here.waitsAt(work.hit.id) || play.looks;
    case "compel":
      return play.looks;
    case "action":
      return play.choices.length > 0 || play.looks;
  }
}

/** What a phone's tray is called while it is up. */
export function workTitle(play: Play): string | null {
  const work = workOf(play);
  const { game } = play;
  if (!work || !game) return null;
  switch (work.kind) {
    case "form":
      return say(work.form.offer.label);
    case "hit":
      return t("web-fate-must-take", { who: who(game, work.hit.to), shifts: work.hit.shifts });
    case "action":
      return `${who(game, work.action.actor)} · ${say(work.action.doing)}`;
    case "compel":
      return t("web-fate-compel");
    case "mend":
      return t("web-fate-mending");
  }
}
