/** Who may read a note, in words. */
import type { Table } from "../lib/table.svelte";
import { t } from "../lib/words.svelte";
import type { NotePart } from "../wire";

export function readers(here: Table, note: NotePart): string {
  const own = note.by === here.you?.seat;
  const by = own ? undefined : t("web-note-by", { name: note.name });
  const seats = typeof note.to === "object" ? note.to.seats.filter((seat) => seat !== note.by) : [];
  const to =
    note.to === "all"
      ? t("web-note-all")
      : seats.length > 0
        ? t("web-note-for", {
            names: seats.map((seat) => here.seatName(seat)).join(t("list-separator")),
          })
        : own
          ? t("web-note-own")
          : undefined;
  return [by, to].filter((word) => word !== undefined).join(" · ");
}
