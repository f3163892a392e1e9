/** What this device shows of the table: which panel, what was touched, which roll is on stage. */
import { getContext, setContext, tick } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { NumberedLine } from "../wire";
import { say, term } from "../lib/words.svelte";
import type { Family } from "./family";
import type { Table } from "../lib/table.svelte";

/** What a phone shows; a wide screen shows stage, hand and story at once. */
export type Panel = "stage" | "story" | "me" | "rules";

/** A thing that was pressed: its acts open there. */
export type Touched = {
  /** The thing, or several that stand for one (a limit and its status). */
  of: string;
  title: string;
  anchor: HTMLElement;
  /** The verb whose form opens at once. */
  verb?: string | undefined;
};

/** Who a line is about, if it says so by a plain name. */
function nameIn({ line }: NumberedLine): string | undefined {
  const who = line.message.args?.who;
  if (typeof who === "string") return who;
  if (who !== undefined && typeof who === "object" && !Array.isArray(who)) {
    return "id" in who ? say(who) : term(who);
  }
  return undefined;
}

/** A full page: `people` and `rules` are the room's own, the others are the family's. */
export type Opened = { key: string; of: string | undefined };

export class Floor {
  panel = $state<Panel>("stage");
  /** The full page that is open, and what it is about. */
  page = $state.raw<Opened | null>(null);
  touched = $state.raw<Touched | null>(null);
  /** The roll every seat looks at, until a press ends it. */
  rolled = $state.raw<NumberedLine | null>(null);
  /** The handout that lies over the stage, until it is put away. */
  handout = $state.raw<NumberedLine | null>(null);
  /** Whether everything can be asked for by name. */
  palette = $state(false);
  /** The family's pages, once they have arrived. */
  family = $state.raw<Family | undefined>();
  /** Opens the desk: invitations, seats, the session. */
  desk: () => void = () => undefined;
  /** The paragraph of the rules that a phone's panel opens at. */
  paragraph = $state<string | undefined>();
  #phone = new MediaQuery("(max-width: 720px)");

  /** One panel at a time, and the tray as a sheet. */
  get phone(): boolean {
    return this.#phone.current;
  }

  /** Opens a full page over stage and story; on a phone characters and rules have their own panels. */
  open(key: string, of?: string): void {
    if (key === "people" && this.phone) this.panel = "me";
    else if (key === "rules" && this.phone) {
      this.paragraph = of;
      this.panel = "rules";
    } else this.page = { key, of };
  }
  close(): void {
    this.page = null;
  }

  /** Shows a line of the story. */
  seek(n: number): void {
    this.close();
    this.panel = "story";
    void tick().then(() => {
      const line = document.querySelector(`.story [data-n="${n}"]`);
      line?.closest("details")?.setAttribute("open", "");
      line?.scrollIntoView({ block: "center" });
    });
  }

  /** The face of who speaks or acts in a line: a character's, or the seat's own. */
  faceOf(here: Table, line: NumberedLine, name?: string): { id: string; name: string } {
    const faces =
      this.family?.faces?.(here.shown) ?? new Map<string, { id: string; name: string }>();
    const called = name ?? nameIn(line);
    for (const face of faces.values()) if (face.name === called) return face;
    const seat = here.seats.find((one) => one.name === line.by);
    if (called !== undefined && called !== line.by) return { id: called, name: called };
    return (
      (seat && faces.get(seat.seat)) ?? { id: seat?.seat ?? line.by ?? "", name: line.by ?? "" }
    );
  }

  /** Opens what can be done with a thing, at the thing. */
  touch(of: string, title: string, anchor: HTMLElement, verb?: string): void {
    this.touched = { of, title, anchor, verb };
  }

  /** A verb of a thing: done at once where nothing is left to choose, else its form opens there. */
  act(here: Table, of: string, verb: string, title: string, anchor: HTMLElement): void {
    const command = here.commandOf(of, verb);
    if (command !== undefined) void here.play(command);
    else this.touch(of, title, anchor, verb);
  }
}

const KEY = Symbol("floor");

export function layFloor(): Floor {
  return setContext(KEY, new Floor());
}

export function floor(): Floor {
  return getContext<Floor>(KEY);
}

/** What `sharing` has to make, by the pages that were fetched. */
const shared: ((here: Table) => unknown)[] = [];
let free = false;

/**
 * Makes all that the fetched pages share, where no effect runs. Such derived values belong to
 * nobody: a fault in one is thrown at each panel that reads it, and costs that panel alone. Made by
 * the first panel that asks, it would cost whatever that panel stands in.
 */
export function share(here: Table): void {
  free = true;
  try {
    for (const make of shared) make(here);
  } finally {
    free = false;
  }
}

/** State that a family's pages of one table share (what is picked), made when first asked for. */
export function sharing<T>(make: (here: Table) => T): (here: Table) => T {
  const kept = new WeakMap<Table, T>();
  const get = (here: Table): T => {
    const known = kept.get(here);
    if (known !== undefined) return known;
    let made!: T;
    // Who asks before anything was shared must not take away what is in it when they go.
    if (free) made = make(here);
    else $effect.root(() => void (made = make(here)));
    kept.set(here, made);
    return made;
  };
  shared.push(get);
  return get;
}
