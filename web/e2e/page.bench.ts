/**
 * `npm run bench`: how large the first view is, how soon one can act, how a long story scrolls.
 * Writes what it finds into BENCHMARKS.md.
 */
import { readFile, readdir } from "node:fs/promises";
import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { kib, machine, median, report } from "./bench";
import { makeTable, playOffers } from "./line";
import { strip } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const RUNS = 7;
const LINES = 1000;
const PRESSES = 12;
type View = { bytes: number; time: number; moved: number };
const PACKS = [
  ["mist-2d6", /奇谈/],
  ["fate-condensed", /^命运浓缩版/],
  ["timeline", /^时间线\s*数据化/],
] as const;

/** A phone's processor is slower than this machine's. */
const SCREENS = [
  [WIDE, 1],
  [PHONE, 1],
  [PHONE, 4],
] as const;

test("sizes and timings", async ({ browser }) => {
  const server = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const load = loadavg()[0]!;

  let fetched = 0;
  const wire = await host.page.context().newCDPSession(host.page);
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (fetched += encodedDataLength));
  /** Bytes, the median time from an empty cache until `ready`, the most that moved by itself. */
  async function view(url: string, ready: () => Promise<void>): Promise<View> {
    const times: number[] = [];
    let moved = 0;
    for (let run = 0; run < RUNS; run += 1) {
      await wire.send("Network.clearBrowserCache");
      fetched = 0;
      const begin = performance.now();
      await host.page.goto(url, { waitUntil: "commit" });
      await ready();
      times.push(performance.now() - begin);
      moved = Math.max(moved, await shifted(host.page));
    }
    return { bytes: fetched, time: median(times), moved };
  }
  const box = host.page.getByLabel("说话或输入指令");
  const first: string[] = [];
  const row = (page: string, { bytes, time, moved }: View) =>
    first.push(
      `| ${page} | ${kib(bytes)} | ${Math.round(time)} ms | ${(time / bare.time).toFixed(1)} | ${moved.toFixed(3)} |`,
    );
  // The raw limit of this run: one small file of the same server.
  const bare = await view(`${server.url}/mark.svg`, () => host.page.waitForLoadState("load"));
  row("the raw limit: one picture of 1 KiB", bare);
  row(
    "start page",
    await view(server.url, () => expect(host.page.getByLabel("你的名字")).toBeEnabled()),
  );
  for (const [name, pack] of PACKS) {
    await host.openTable(server.url, pack, name, "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await expect(box).toBeVisible();
    row(`${name} table`, await view(host.page.url(), () => expect(box).toBeEnabled()));
  }

  await talk(host);
  const scrolled: string[] = [];
  scrolled.push(await bareScroll(browser));
  for (const [screen, slower] of SCREENS) {
    await wire.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await host.page.setViewportSize({ width: screen.width, height: screen.height });
    await host.page.reload();
    // A phone shows one panel at a time.
    if (screen.width < 500) {
      await host.button(/^故事/, host.page.getByRole("navigation")).click();
    }
    scrolled.push(await scroll(host, `${screen.width} px, processor ÷ ${slower}`));
  }
  const rolled: string[] = [];
  for (const [screen, slower] of SCREENS) {
    await wire.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await host.page.setViewportSize({ width: screen.width, height: screen.height });
    rolled.push(
      await roll(host, server.url, `${screen.width} px, processor ÷ ${slower}`, () =>
        wire.send("Emulation.setCPUThrottlingRate", { rate: slower }),
      ),
    );
  }
  await wire.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const pressed: string[] = [];
  for (const [screen, slower] of SCREENS) {
    await host.page.setViewportSize({ width: screen.width, height: screen.height });
    await wire.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    pressed.push(
      await press(host, server.url, `${screen.width} px, processor ÷ ${slower}`, () =>
        wire.send("Emulation.setCPUThrottlingRate", { rate: slower }),
      ),
    );
  }
  await server.remove();

  const files: string[] = [];
  for (const file of await readdir("dist/assets")) {
    // Beside each file lie its compressed forms, which are what is sent.
    if (/\.(br|gz)$/.test(file)) continue;
    const bytes = await readFile(`dist/assets/${file}`);
    const name = file.replace(/-[\w-]{8}\./, ".");
    files.push(`| ${name} | ${kib(bytes.length)} | ${kib(gzipSync(bytes).length)} |`);
  }
  await report(
    "page",
    `## The page

\`npm run bench\` in \`web/\` on ${machine(browser, load)}.

First view with nothing cached: bytes on the wire, until one can type (median of ${RUNS}), that as a multiple of the raw limit in the same run, and the most that anything moved by itself (CLS). Targets: 150 KiB, a second, 0.02. Times on a busy machine are only worth their ratios.

| page | on the wire | ready | × raw | CLS |
|---|---|---|---|---|
${first.join("\n")}

A story of ${LINES} lines, scrolled all the way up and down again by 120 px a frame:

| screen | lines loaded | frame, median | 95 % | 99 % |
|---|---|---|---|---|
${scrolled.join("\n")}

The first second and a half of a roll over the stage, in Chromium's software renderer:

| screen | frames a second | frame, median | 95 % | longest |
|---|---|---|---|---|
${rolled.join("\n")}

From the press of a tag until the strip shows what it is worth, asked of the server (median and worst of ${PRESSES}). Target: 100 ms.

| screen | median | worst |
|---|---|---|
${pressed.join("\n")}

| file | bytes | gzip |
|---|---|---|
${files.sort().join("\n")}
`,
  );
});

/** A thousand lines of talk, over a line of its own. */
async function talk(host: Person): Promise<void> {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const text = `第 ${line} 句：雾从门缝里渗进来，灯一盏一盏地灭了。`;
    return { command: { table: { do: "say", voice: { how: "out-of-character" }, text } } };
  });
  await playOffers(host.page, lines);
}

/** Scrolls to the first line, which loads the older ones, and down again; tells how long frames took. */
async function scroll(host: Person, what: string): Promise<string> {
  const log = host.page.getByRole("log");
  await expect(log).toContainText(`第 ${LINES - 1} 句`);
  const frames = await log.evaluate(scrollThrough);
  const lines = await log.locator("li").count();
  expect(lines).toBeGreaterThanOrEqual(LINES);
  return frameRow(what, lines, frames);
}

function frameRow(what: string, lines: number, frames: number[]): string {
  const at = (share: number) => `${frames[Math.floor(frames.length * share)]!.toFixed(1)} ms`;
  return `| ${what} | ${lines} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`;
}

/** Scrolls a box to its beginning and its end; the times of all frames, shortest first. */
async function scrollThrough(log: Element): Promise<number[]> {
  const found: number[] = [];
  let last = performance.now();
  const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
  for (const step of [-120, 120]) {
    // At an end for half a second: nothing more is coming.
    for (let still = 0; still < 30;) {
      const before = log.scrollTop;
      log.scrollTop += step;
      still = log.scrollTop === before ? still + 1 : 0;
      const now = await frame();
      found.push(now - last);
      last = now;
    }
  }
  return found.toSorted((a, b) => a - b);
}

/** A roll falls, with all its motion; tells how long frames took from the press until it lies. */
async function roll(
  host: Person,
  url: string,
  what: string,
  slow: () => Promise<unknown>,
): Promise<string> {
  const table = await makeTable(host.page, url, "mist-2d6");
  await host.page.emulateMedia({ reducedMotion: "no-preference" });
  await host.page.goto(`${url}/t/${table}`);
  await playOffers(host.page, [
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: "雨夜" } },
    { find: { do: "act" }, put: { text: "推开门" } },
  ]);
  const button = host.button("掷骰", strip(host));
  await button.waitFor();
  await slow();
  const frames = host.page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const found: number[] = [];
        let last = 0;
        const frame = (now: number) => {
          const event = document.querySelector(".over .event");
          if (event && last > 0) found.push(now - last);
          last = now;
          if (found.reduce((sum, one) => sum + one, 0) < 1500) requestAnimationFrame(frame);
          else done(found.toSorted((a, b) => a - b));
        };
        requestAnimationFrame(frame);
      }),
  );
  await button.click();
  const found = await frames;
  const at = (share: number) => `${found[Math.floor((found.length - 1) * share)]!.toFixed(1)} ms`;
  const rate = (1000 / (found.reduce((sum, one) => sum + one, 0) / found.length)).toFixed(0);
  return `| ${what} | ${rate} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}

/** How much of this page has moved by itself since it was opened. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        new PerformanceObserver((list) => {
          for (const one of list.getEntries() as Shift[]) if (!one.hadRecentInput) sum += one.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 300);
      }),
  );
}

/** The raw limit of scrolling in this run: as many plain lines, and nothing else. */
async function bareScroll(browser: Browser): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.setContent(
    `<div id="log" style="height:600px;overflow:auto">${"<p>一句话。</p>".repeat(LINES)}</div>`,
  );
  const frames = await page.locator("#log").evaluate(scrollThrough);
  await context.close();
  return frameRow("the raw limit: plain paragraphs", LINES, frames);
}

/** Presses a tag again and again; tells how soon the odds follow. */
async function press(
  host: Person,
  url: string,
  what: string,
  slow: () => Promise<unknown>,
): Promise<string> {
  const table = await makeTable(host.page, url, "mist-2d6");
  await host.page.goto(`${url}/t/${table}`);
  await playOffers(host.page, [
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: "雨夜" } },
    { find: { do: "act" }, put: { text: "推开门" } },
  ]);
  await strip(host).locator(".odds").waitFor();
  await slow();
  const found = await host.page.evaluate(async (times) => {
    const shown = () => document.querySelector(".strip")?.textContent ?? "";
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const found: number[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const chip = [...document.querySelectorAll<HTMLElement>("button[aria-pressed].chip")].find(
        (one) => one.offsetParent !== null,
      )!;
      const before = shown();
      const since = performance.now();
      chip.click();
      while (shown() === before) await frame();
      found.push(performance.now() - since);
      await new Promise((done) => setTimeout(done, 150));
    }
    return found.toSorted((a, b) => a - b);
  }, PRESSES);
  return `| ${what} | ${median(found).toFixed(0)} ms | ${found.at(-1)!.toFixed(0)} ms |`;
}
