import { beforeEach, describe, expect, test } from "vitest";
import type { FromServer, ToServer, Welcome } from "../wire";
import { Connection, type Link, type Socket, type World } from "./connection";

/** A socket whose far end is the test. */
class Wire implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  sent: ToServer[] = [];
  closed = false;
  send(text: string) {
    if (this.closed) throw new Error("sent on a closed socket");
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.onopen?.(undefined as never);
  }
  says(frame: FromServer) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  breaks() {
    this.closed = true;
    this.onclose?.(undefined as never);
  }
}

let wires: Wire[];
let waits: { for: number; then: () => void; cancelled: boolean }[];
let links: Link[];
let heard: FromServer[];
let seated: boolean;
let line: number | null;
let connection: Connection;

const welcome = (last: number): FromServer => ({
  welcome: {
    snapshot: { last, list: "all", continues: true, lines: [], parts: {} },
  } as unknown as Welcome,
});
const last = () => wires[wires.length - 1]!;
const settle = () => new Promise((done) => setTimeout(done, 0));

beforeEach(() => {
  [wires, waits, links, heard, seated, line] = [[], [], [], [], true, null];
  const world: World = {
    open() {
      wires.push(new Wire());
      return last();
    },
    seated: async () => seated,
    wait(milliseconds, then) {
      const wait = { for: milliseconds, then, cancelled: false };
      waits.push(wait);
      return () => (wait.cancelled = true);
    },
    random: () => 1,
  };
  connection = new Connection(world, {
    link: (link) => links.push(link),
    welcome: () => {},
    heard: (frame) => heard.push(frame),
    bookmark: () => (line === null ? null : { list: "all", line }),
  });
});

const live = () => {
  last().opens();
  last().says(welcome(0));
};
const nextTry = async () => {
  waits[waits.length - 1]!.then();
  await settle();
};

describe("b40 resuming", () => {
  test("says hello with the last line it has", async () => {
    last().opens();
    expect(last().sent).toEqual([{ hello: { protocol: 2, bookmark: null } }]);
    last().says(welcome(0));
    line = 7;
    last().breaks();
    await nextTry();
    last().opens();
    expect(last().sent).toEqual([{ hello: { protocol: 2, bookmark: { list: "all", line: 7 } } }]);
    expect(links).toEqual(["live", "lost"]);
    last().says(welcome(7));
    expect(links).toEqual(["live", "lost", "live"]);
  });

  test("waits longer each time, up to a bound, and starts over once it is live", async () => {
    live();
    for (let time = 0; time < 8; time += 1) {
      last().breaks();
      await nextTry();
    }
    expect(waits.map((wait) => wait.for)).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
    live();
    last().breaks();
    expect(waits[waits.length - 1]!.for).toBe(400);
  });

  test("tries at once when the network is back", () => {
    live();
    last().breaks();
    expect(wires).toHaveLength(1);
    connection.retry();
    expect(wires).toHaveLength(2);
    expect(waits[0]!.cancelled).toBe(true);
  });

  test("hears nothing from a socket it has given up", () => {
    live();
    const old = last();
    connection.drop();
    old.says({ frame: {} });
    old.breaks();
    expect(heard).toEqual([]);
    expect(waits).toHaveLength(1);
  });

  test("ends when the seat is gone instead of knocking for ever", async () => {
    live();
    seated = false;
    last().breaks();
    await nextTry();
    expect(wires).toHaveLength(1);
    expect(links[links.length - 1]).toBe("over");
  });

  test("ends when the server says not to come back", () => {
    live();
    last().says({ closing: { reason: { id: "gone" }, again: false } });
    last().breaks();
    expect(links[links.length - 1]).toBe("over");
    expect(waits).toEqual([]);
  });
});

describe("b11 exactly once", () => {
  const say = () => connection.send((id) => ({ text: { id, line: ".act" } }));

  test("sends again what was never answered, in order and under the same ids", async () => {
    live();
    const one = say();
    const two = say();
    const before = last().sent.slice(1);
    last().breaks();
    await nextTry();
    live();
    expect(last().sent.slice(1)).toEqual(before);
    for (const frame of before) {
      last().says({
        done: { id: (frame as { text: { id: string } }).text.id, answer: { answer: "done" } },
      });
    }
    expect(await Promise.all([one, two])).toHaveLength(2);
    expect(connection.unanswered).toBe(0);
  });

  test("keeps what is sent while the line is broken", async () => {
    live();
    last().breaks();
    void say();
    await nextTry();
    live();
    expect(last().sent.map((frame) => Object.keys(frame)[0])).toEqual(["hello", "text"]);
  });

  test("does not send again what was answered", async () => {
    live();
    void say();
    const { text } = last().sent[1] as { text: { id: string } };
    last().says({ refused: { id: text.id, refusal: { rule: "B-12", what: { id: "no" } } } });
    last().breaks();
    await nextTry();
    live();
    expect(last().sent).toHaveLength(1);
  });
});
