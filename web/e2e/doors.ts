/** Which commands a person's page has sent, and the server has carried out. */
import { readFileSync } from "node:fs";
import type { Person } from "./people";

type Sent = { do?: { id: string; command: { game?: { do: string } } } };
type Heard = { done?: { id: string }; refused?: { id: string } };

/** The commands of a family, as the types made from the server's own list them. */
export function commandsOf(family: string): string[] {
  const wire = readFileSync(new URL("../src/wire.ts", import.meta.url), "utf8");
  const declared = wire.split(`export type ${family}Command = `)[1]?.split("\n\n")[0] ?? "";
  const found = [...declared.matchAll(/"do": "([a-z-]+)"/g)].map(([, name]) => name!);
  if (found.length === 0) throw new Error(`wire.ts has no commands of ${family}`);
  return found;
}

/**
 * Keeps what a page sends as a command; lines that are typed are sent as text and do not count.
 * To be called before the page goes to its table.
 */
export function watched(person: Person, done: Set<string>): void {
  person.page.on("websocket", (socket) => {
    const asked = new Map<string, string>();
    socket.on("framesent", ({ payload }) => {
      const sent = (JSON.parse(String(payload)) as Sent).do;
      if (sent?.command.game) asked.set(sent.id, sent.command.game.do);
    });
    socket.on("framereceived", ({ payload }) => {
      const answered = (JSON.parse(String(payload)) as Heard).done;
      const command = answered && asked.get(answered.id);
      if (command !== undefined) done.add(command);
    });
  });
}
