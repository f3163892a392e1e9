/** `npm run bench`: how large the first view is, how soon one can act, how a long story scrolls. */
import { readFile, readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

test("sizes and timings", async ({ browser }) => {
  const server = await Server.start();
  const rows: string[] = [];

  const files = await readdir("dist/assets");
  for (const file of files) {
    const bytes = await readFile(`dist/assets/${file}`);
    rows.push(`| ${file} | ${kib(bytes.length)} | ${kib(gzipSync(bytes, { level: 6 }).length)} |`);
  }

  const host = await Person.arrive(browser, WIDE);
  let fetched = 0;
  const wire = await host.page.context().newCDPSession(host.page);
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (fetched += encodedDataLength));
  await host.page.goto(server.url);
  await expect(host.page.getByRole("radio").first()).toBeAttached();
  rows.push(`first view of the start page, on the wire: ${kib(fetched)}`);

  for (const [name, pack] of [
    ["mist-2d6", /奇谈/],
    ["fate-condensed", /^命运浓缩版/],
    ["timeline", /^时间线/],
  ] as const) {
    await host.openTable(server.url, pack, name, "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await expect(host.page.getByLabel("说话或输入指令")).toBeVisible();
    const table = host.page.url();
    const times: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      await wire.send("Network.clearBrowserCache");
      fetched = 0;
      const begin = Date.now();
      await host.page.goto(table, { waitUntil: "commit" });
      await expect(host.page.getByLabel("说话或输入指令")).toBeEnabled();
      times.push(Date.now() - begin);
    }
    rows.push(
      `first view of a ${name} table: ${kib(fetched)} on the wire, ready in ${median(times)} ms (median of 7, nothing cached)`,
    );
  }

  // A thousand lines of talk, then the whole way up and down again.
  await host.page.evaluate(async () => {
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
      return JSON.parse(waiting.shift()!) as Record<string, unknown>;
    };
    await new Promise((done) => (socket.onopen = done));
    socket.send(JSON.stringify({ hello: { protocol: 1, bookmark: null } }));
    await heard();
    for (let line = 0; line < 1000; line += 1) {
      const id = `00000000-0000-4000-8000-${String(line).padStart(12, "0")}`;
      const text = `第 ${line} 句：雾从门缝里渗进来，灯一盏一盏地灭了。`;
      socket.send(
        JSON.stringify({
          do: { id, command: { table: { do: "say", voice: { how: "talk" }, text } } },
        }),
      );
      while (!("done" in (await heard())));
    }
    socket.close();
  });
  for (const screen of [WIDE, PHONE]) {
    const link = await host.page.evaluate(() => location.href);
    await host.page.setViewportSize({ width: screen.width, height: screen.height });
    await host.page.goto(link);
    const box = host.page.getByRole("log");
    await expect(box).toContainText("第 999 句");
    const frames = await box.evaluate(async (log) => {
      const found: number[] = [];
      let last = performance.now();
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      for (const step of [-120, 120]) {
        for (let count = 0; count < 240; count += 1) {
          log.scrollTop += step;
          const now = await frame();
          found.push(now - last);
          last = now;
        }
      }
      return found.toSorted((a, b) => a - b);
    });
    const at = (share: number) => frames[Math.floor(frames.length * share)]!.toFixed(1);
    const lines = await box.locator("li").count();
    rows.push(
      `scrolling, ${screen.width} px, ${lines} lines loaded: frame ${at(0.5)} ms median, ${at(0.95)} ms at 95 %, ${at(0.99)} ms at 99 %`,
    );
  }
  console.log(rows.join("\n"));
  await server.remove();
});
