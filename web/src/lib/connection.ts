/**
 * The line to the table: resumes by itself from the last line it has, and sends again what was
 * never answered, under the same id, so that nothing is lost and nothing happens twice (B-11, B-40).
 */
import { PROTOCOL, type Bookmark, type FromServer, type ToServer, type Welcome } from "../wire";
import { newId } from "./ids";

/** Whether the table is listening. */
export type Link = "connecting" | "live" | "lost" | "over";

/** A socket as the connection needs it; the browser's `WebSocket` is one. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the connection uses of the world; tests bring their own. */
export interface World {
  open(): Socket;
  /** Whether this device still has a seat; asked when a connection could not be made. */
  seated(): Promise<boolean>;
  wait(milliseconds: number, then: () => void): () => void;
  random(): number;
}

/** What the connection tells its page. */
export interface Listener {
  link(link: Link): void;
  welcome(welcome: Welcome): void;
  heard(frame: Exclude<FromServer, { welcome: unknown }>): void;
  /** The last line the page has. */
  bookmark(): Bookmark | null;
}

/** How a sent frame was answered. */
export type Answered = Extract<
  FromServer,
  | { done: unknown }
  | { refused: unknown }
  | { reply: unknown }
  | { quoted: unknown }
  | { offered: unknown }
  | { looked: unknown }
  | { earlier: unknown }
  | { completed: unknown }
  | { understood: unknown }
  | { ask_refused: unknown }
>;

type Waiting = { frame: ToServer; answer: (answered: Answered) => void };
type Sendable = Extract<ToServer, { do: unknown } | { text: unknown }>;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;

export class Connection {
  #world: World;
  #page: Listener;
  #socket: Socket | null = null;
  #link: Link = "connecting";
  #failures = 0;
  #cancelWait = () => {};
  #outbox = new Map<string, Waiting>();
  #asks = 0;

  constructor(world: World, page: Listener) {
    this.#world = world;
    this.#page = page;
    this.#open();
  }

  /** How many commands have not been answered yet. */
  get unanswered(): number {
    return this.#outbox.size;
  }

  /** Sends a command or typed text; settles when the table has answered, however often the line breaks. */
  send(make: (id: string) => Sendable): Promise<Answered> {
    const id = newId();
    return this.#post(id, make(id));
  }

  /** Asks for something that changes nothing. */
  ask(
    make: (
      ask: number,
    ) => Extract<
      ToServer,
      | { quote: unknown }
      | { offers: unknown }
      | { look: unknown }
      | { earlier: unknown }
      | { complete: unknown }
      | { understand: unknown }
    >,
  ): Promise<Answered> {
    const ask = ++this.#asks;
    return this.#post(`ask ${ask}`, make(ask));
  }

  /** Tells the others whether someone is typing; not worth repeating. */
  typing(typing: boolean): void {
    if (this.#link === "live") this.#socket?.send(JSON.stringify({ typing }));
  }

  /** Tries again at once: the network is back, or the page is looked at again. */
  retry(): void {
    if (this.#link === "lost" && this.#socket === null) this.#open();
  }

  /** The network went away: do not wait for the socket to notice. */
  drop(): void {
    if (this.#link !== "over") this.#lost();
  }

  /** Ends it for good. */
  end(): void {
    this.#cancelWait();
    this.#become("over");
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #post(key: string, frame: ToServer): Promise<Answered> {
    return new Promise((answer) => {
      this.#outbox.set(key, { frame, answer });
      if (this.#link === "live") this.#socket?.send(JSON.stringify(frame));
    });
  }

  #open(): void {
    this.#cancelWait();
    const socket = this.#world.open();
    this.#socket = socket;
    // A socket that has been given up may still speak: only the present one is heard.
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      const hello = { protocol: PROTOCOL, bookmark: this.#page.bookmark() };
      socket.send(JSON.stringify({ hello }));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(data) as FromServer);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #hear(frame: FromServer): void {
    if ("welcome" in frame) {
      this.#failures = 0;
      this.#page.welcome(frame.welcome);
      this.#become("live");
      for (const { frame } of this.#outbox.values()) this.#socket?.send(JSON.stringify(frame));
      return;
    }
    if ("closing" in frame && !frame.closing.again) {
      this.#page.heard(frame);
      this.end();
      return;
    }
    const key = keyOf(frame);
    if (key !== null) {
      const waiting = this.#outbox.get(key);
      this.#outbox.delete(key);
      this.#page.heard(frame);
      waiting?.answer(frame as Answered);
    } else {
      this.#page.heard(frame);
    }
  }

  #lost(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#become("lost");
    this.#failures += 1;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1));
    // Spread out, so that a whole table does not knock at once after a restart.
    const wait = longest * (0.5 + this.#world.random() / 2);
    this.#cancelWait();
    this.#cancelWait = this.#world.wait(wait, () => void this.#again());
  }

  async #again(): Promise<void> {
    // A sent-away device would knock for ever; a server that does not answer is only away.
    const seated = await this.#world.seated().catch(() => true);
    if (this.#link !== "lost" || this.#socket !== null) return;
    if (seated) this.#open();
    else this.end();
  }

  #become(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.#page.link(link);
  }
}

function keyOf(frame: FromServer): string | null {
  if ("done" in frame) return frame.done.id;
  if ("refused" in frame) return frame.refused.id;
  if ("reply" in frame) return frame.reply.id;
  if ("quoted" in frame) return `ask ${frame.quoted.ask}`;
  if ("offered" in frame) return `ask ${frame.offered.ask}`;
  if ("looked" in frame) return `ask ${frame.looked.ask}`;
  if ("earlier" in frame) return `ask ${frame.earlier.ask}`;
  if ("completed" in frame) return `ask ${frame.completed.ask}`;
  if ("understood" in frame) return `ask ${frame.understood.ask}`;
  if ("ask_refused" in frame) return `ask ${frame.ask_refused.ask}`;
  return null;
}
