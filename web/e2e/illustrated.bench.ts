/**
 * `npm run bench illustrated`: a table with 200 pictures opens as fast as one with none (B-43). Writes
 * what it finds into BENCHMARKS.md.
 */
import { loadavg } from "node:os";
import { expect, test } from "@playwright/test";
import { kib, machine, median, report } from "./bench";
import { makeTable, playOffers } from "./line";
import { Person, WIDE } from "./people";
import { Server } from "./server";

const PICTURES = 200;
const RUNS = 11;

test("a table with many pictures opens as fast as one with none", async ({ browser }) => {
  const load = loadavg()[0]!;
  const server = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const { page } = host;
  await page.goto(server.url);
  const tables: string[] = [];
  for (const pictures of [0, PICTURES]) {
    const table = await makeTable(page, server.url, "mist-2d6");
    await page.goto(`${server.url}/t/${table}`);
    await playOffers(page, [
      { find: { do: "take-example" } },
      { find: { do: "set-scene" }, put: { title: "雨夜" } },
    ]);
    // Drawn in the page, no two the same; each on a page of the notebook, half of them for all to read.
    const brought = await page.evaluate(async (count) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 800 });
      const pen = canvas.getContext("2d")!;
      const ids: string[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        for (let band = 0; band < 40; band += 1) {
          pen.fillStyle = `hsl(${(nth * 37 + band * 11) % 360} 60% ${30 + band}%)`;
          pen.fillRect(0, band * 20, 1200, 20);
        }
        pen.fillStyle = "#fff";
        pen.fillText(String(nth), 40, 40);
        const file = await new Promise<Blob>((done) =>
          canvas.toBlob((blob) => done(blob!), "image/jpeg"),
        );
        const asked = new URLSearchParams({ command: crypto.randomUUID(), name: `图 ${nth}` });
        const table = location.pathname.replace("/t/", "/api/tables/");
        const answer = await fetch(`${table}/pictures?${asked}`, { method: "POST", body: file });
        if (!answer.ok) throw new Error(await answer.text());
        ids.push(((await answer.json()) as { picture: string }).picture);
      }
      return ids;
    }, pictures);
    await playOffers(
      page,
      brought.map((picture, nth) => ({
        command: {
          table: {
            do: "write-note",
            title: `图 ${nth}`,
            picture,
            to: nth % 2 === 0 ? "all" : "host",
          },
        },
      })),
    );
    tables.push(table);
  }

  let fetched = 0;
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (fetched += encodedDataLength));
  const times: number[][] = [[], []];
  const bytes = [0, 0];
  // They take turns, so that whatever else the machine does falls on both.
  for (let run = 0; run < RUNS; run += 1) {
    for (const [which, table] of tables.entries()) {
      await wire.send("Network.clearBrowserCache");
      fetched = 0;
      const begin = performance.now();
      await page.goto(`${server.url}/t/${table}`, { waitUntil: "commit" });
      await expect(page.getByLabel("说话或输入指令")).toBeEnabled();
      times[which]!.push(performance.now() - begin);
      await page.waitForLoadState("networkidle");
      bytes[which] = fetched;
    }
  }
  await server.remove();
  const [none, many] = times.map(median) as [number, number];
  const row = (what: string, which: number, time: number) =>
    `| ${what} | ${kib(bytes[which]!)} | ${Math.round(time)} ms | ${(time / none).toFixed(2)} |`;
  await report(
    "illustrated",
    `## A table full of pictures

\`npm run bench illustrated\` in \`web/\` on ${machine(browser, load)}.

A table with one scene and one character, and the same with ${PICTURES} pictures on as many pages of the notebook, half of them for all to read; opened by its host with nothing cached, in turns, until one can type (median of ${RUNS}). Target: a ratio of 1. Pictures are fetched when somebody looks at them.

| table | on the wire | ready | ratio |
|---|---|---|---|
${row("no pictures", 0, none)}
${row(`${PICTURES} pictures`, 1, many)}
`,
  );
});
