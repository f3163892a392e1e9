/** A seat's own line to the table, beside its page: plays offers without pressing every button. */
import type { Page } from "@playwright/test";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** An offer to take: its command has all of `find`; `put` fills in fields by their path. */
export type Step = { find: Json; put?: Record<string, Json> };
/** A command given as it stands, on offer or not. */
export type Given = { command: Json };

/** A table made without the start page; the page's browser sits there as host. */
export async function makeTable(
  page: Page,
  url: string,
  pack: string,
  title = pack,
): Promise<string> {
  const answer = await page.request.post(`${url}/api/tables`, {
    data: { title, pack, language: "zh-Hans", time_zone: "Asia/Shanghai", host_name: "林" },
  });
  if (!answer.ok()) throw new Error(`${pack}: ${await answer.text()}`);
  return ((await answer.json()) as { table: string }).table;
}

/** Takes these offers and gives these commands one after another; an offer must be on offer. */
export async function playOffers(page: Page, steps: (Step | Given)[]): Promise<void> {
  await page.evaluate(async (text) => {
    const steps = JSON.parse(text) as (Step | Given)[];
    const socket = new WebSocket(
      `ws://${location.host}/api${location.pathname.replace("/t/", "/tables/")}/ws`,
    );
    // Two frames may come at once; none is dropped.
    const waiting: string[] = [];
    let wake = () => {};
    socket.onmessage = ({ data }) => {
      waiting.push(String(data));
      wake();
    };
    const heard = async () => {
      while (waiting.length === 0) await new Promise<void>((done) => (wake = done));
      return JSON.parse(waiting.shift()!) as Record<string, never>;
    };
    const has = (whole: Json | undefined, wanted: Json): boolean =>
      wanted !== null && typeof wanted === "object"
        ? whole !== null &&
          typeof whole === "object" &&
          Object.entries(wanted).every(([key, one]) =>
            has((whole as Record<string, Json>)[key], one),
          )
        : whole === wanted;
    const put = (whole: Json, path: string[], value: Json): Json => {
      const [key, ...rest] = path;
      if (key === undefined) return value;
      const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<
        string,
        Json
      >;
      copy[key] = put(copy[key] ?? null, rest, value);
      return copy;
    };
    await new Promise((done) => (socket.onopen = done));
    socket.send(JSON.stringify({ hello: { protocol: 2, bookmark: null } }));
    for (;;) {
      const frame = await heard();
      if ("welcome" in frame) break;
    }
    const offered = async ({ find, put: fields }: Step): Promise<Json> => {
      socket.send(JSON.stringify({ offers: { ask: 1 } }));
      let offers: { command: Json }[] | undefined;
      while (offers === undefined) {
        const frame = (await heard()) as { offered?: { offers: { command: Json }[] } };
        offers = frame.offered?.offers;
      }
      const offer = offers.find(({ command }) => has(command, find));
      if (!offer) throw new Error(`not on offer: ${JSON.stringify(find)}`);
      return Object.entries(fields ?? {}).reduce(
        (command, [path, value]) => put(command, path.split("/"), value),
        offer.command,
      );
    };
    for (const step of steps) {
      const command = "command" in step ? step.command : { game: await offered(step) };
      const hex = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
        byte.toString(16).padStart(2, "0"),
      );
      const id = `00000000-0000-4000-8000-${hex.join("")}`;
      socket.send(JSON.stringify({ do: { id, command } }));
      for (;;) {
        const frame = await heard();
        if ("done" in frame) break;
        if ("refused" in frame || "closing" in frame) throw new Error(JSON.stringify(frame));
      }
    }
    socket.close();
  }, JSON.stringify(steps));
}

type Part = { [key: string]: Json };

/**
 * Every part of the view, and `lines`, pass through `change` on their way to the page: what a pack
 * or a fault could make of them, whatever this server would send.
 */
export async function tamper(page: Page, change: (key: string, part: Part) => Json): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((said) => server.send(said));
    server.onMessage((said) => {
      type Told = { parts?: Part; lines?: Json };
      const frame = JSON.parse(String(said)) as { welcome?: { snapshot: Told }; frame?: Told };
      const told = frame.welcome?.snapshot ?? frame.frame ?? {};
      for (const [key, part] of Object.entries(told.parts ?? {})) {
        if (part !== null) told.parts![key] = change(key, part as Part);
      }
      if (told.lines) told.lines = change("lines", told.lines as Part);
      socket.send(JSON.stringify(frame));
    });
  });
}
