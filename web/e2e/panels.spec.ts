/** No pack, no name and no fault of one panel may keep anyone from their table. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { makeTable, playOffers, tamper, type Json, type Step } from "./line";
import { expectNoSidewaysScroll } from "./looks";
import { odds, stage, strip } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const MOST_BANDS = 12;
let server: Server;
let folder: string;

/** A mist pack whose outcomes all have one tone and one name. */
function bandsOfOneTone(count: number): string {
  const bands = Array.from({ length: count }, (_, at) =>
    ["[[bands]]", 'name = "勉强成功"', 'tone = "mixed"', at > 0 ? `from = ${at + 1}` : ""].join(
      "\n",
    ),
  );
  return `extends = "mist-2d6"\nid = "bands-${count}"\nname = "bands ${count}"\n${bands.join("\n")}`;
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mistline-packs-"));
  for (let count = 1; count <= MOST_BANDS; count += 1) {
    await writeFile(join(folder, `bands-${count}.toml`), bandsOfOneTone(count));
  }
  await writeFile(join(folder, "worse.toml"), `${bandsOfOneTone(1)}\nbands = []\n`);
  server = await Server.start("--packs", folder);
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

test("b60 a bad file of rules is named on the start page, and the others are offered", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, PHONE);
  await host.page.goto(server.url);
  const said = host.page.locator("details", { hasText: "有 1 个规则文件有错" });
  await said.locator("summary").click();
  await expect(said.getByRole("listitem")).toContainText("worse.toml");
  await expectNoSidewaysScroll(host);
  await expect(host.page.getByText("bands 12", { exact: true })).toHaveCount(1);
  await host.page.context().close();
});

type Pack = { id: string; family: string };

/** What puts something into the tray, in families that have offers. */
const OPENERS: Record<string, Step[]> = {
  mist: [
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: "雨夜" } },
    { find: { do: "act" }, put: { text: "推开门" } },
  ],
  fate: [
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: "雨夜" } },
    { find: { do: "act" } },
  ],
};

/** A table of this pack, with the host's page at it. */
async function sitAt(host: Person, pack: string): Promise<void> {
  const table = await makeTable(host.page, server.url, pack);
  await host.page.goto(`${server.url}/t/${table}`);
  await expect(host.page.locator(".room")).toBeVisible();
}

async function fillTray(host: Person, family: string): Promise<void> {
  if (family === "timeline") {
    await host
      .button(/^就演这位：/)
      .first()
      .click();
    await expect(strip(host).getByRole("button", { name: "掷骰" })).toBeVisible();
  } else {
    await playOffers(host.page, OPENERS[family]!);
    await expect(odds(host).first()).toBeVisible();
  }
}

const faults = ({ page }: Person) => page.locator(".fault");

test("p05 the tray of every pack is drawn, with 1 to 12 bands of one tone", async ({ browser }) => {
  const packs = (await (await fetch(`${server.url}/api/packs`)).json()) as Pack[];
  expect(packs.filter(({ id }) => id.startsWith("bands-"))).toHaveLength(MOST_BANDS);
  const host = await Person.arrive(browser, PHONE);
  for (const { id, family } of packs) {
    await test.step(id, async () => {
      await sitAt(host, id);
      await fillTray(host, family);
      const bands = Number(/^bands-(\d+)$/.exec(id)?.[1]);
      if (bands) await expect(odds(host)).toHaveCount(bands);
      await expectNoSidewaysScroll(host);
      const outside = await strip(host).evaluate(
        (strip) =>
          [...strip.querySelectorAll(".odds li")].filter(
            (one) => one.getBoundingClientRect().right > innerWidth,
          ).length,
      );
      expect(outside).toBe(0);
      // The table is opened again, as by everyone who comes later.
      if (bands) {
        await host.page.reload();
        await expect(odds(host)).toHaveCount(bands);
      }
      await expect(faults(host)).toHaveCount(0);
    });
  }
  await host.page.context().close();
});

/** Every entry of every list of things twice, as no checked pack would have it. */
function doubled(value: Json): Json {
  if (Array.isArray(value)) {
    const all = value.map(doubled);
    const things = all.some(
      (one) => one !== null && typeof one === "object" && !Array.isArray(one),
    );
    return things ? [...all, ...all] : all;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, doubled(one)]));
}

test("p05 every page is drawn though a pack says everything twice", async ({ browser }) => {
  for (const [family, pack] of [
    ["mist", "mist-2d6"],
    ["fate", "fate-condensed"],
    ["timeline", "timeline-examples"],
  ] as const) {
    await test.step(pack, async () => {
      const host = await Person.arrive(browser, WIDE);
      await host.page.goto(server.url);
      await tamper(host.page, (key, part) => (key === "ruleset" ? doubled(part) : part));
      await sitAt(host, pack);
      await host.button("规则").click();
      await expect(host.page.locator(".book section").first()).toBeVisible();
      await host.button("关闭").click();
      await expect(faults(host)).toHaveCount(0);
      await fillTray(host, family);
      // Whatever is folded is opened: lists are made only then.
      await host.page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
      });
      await host.button("全部角色").click();
      await host.page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
      });
      await expect(stage(host).getByRole("article").first()).toBeVisible();
      await expect(faults(host)).toHaveCount(0);
      await host.page.context().close();
    });
  }
});

test("b15 people may call everything by one name", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.page.goto(server.url);
  await sitAt(host, "mist-2d6");
  const name = "同名";
  await playOffers(host.page, [
    { find: { do: "take-example" }, put: { name } },
    { find: { do: "take-example" }, put: { name } },
    { find: { do: "set-scene" }, put: { title: name } },
    { find: { do: "add-challenge" }, put: challenge(name) },
    { find: { do: "add-challenge" }, put: challenge(name) },
    { find: { do: "add-clue" }, put: { text: name } },
    { find: { do: "add-clue" }, put: { text: name } },
    { find: { do: "add-tag" }, put: { name } },
    { find: { do: "add-tag" }, put: { name } },
    { find: { do: "act" }, put: { text: name } },
  ]);
  await expect(odds(host).first()).toBeVisible();
  await expect(host.challenge(name)).toHaveCount(2);
  const box = host.page.getByLabel("说话或输入指令");
  await box.pressSequentially(".add 同");
  await expect(host.page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expect(faults(host)).toHaveCount(0);

  await sitAt(host, "fate-condensed");
  await playOffers(host.page, [
    { find: { do: "take-example" } },
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: name } },
    { find: { do: "add-aspect", boost: true }, put: { name } },
    { find: { do: "add-aspect", boost: true }, put: { name } },
    { find: { do: "act" } },
  ]);
  await expect(odds(host).first()).toBeVisible();
  await expect(faults(host)).toHaveCount(0);
  await host.page.context().close();
});

function challenge(name: string): Record<string, Json> {
  return {
    "challenge/name": name,
    "challenge/limits/0/status": name,
    "challenge/limits/1": { status: name, tier: 2, hidden: false },
    "challenge/tags": [name, name],
  };
}

test("b40 a panel that cannot be drawn says so, and the rest of the table goes on", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  host.mayFail = true;
  await host.page.goto(server.url);
  let broken = "";
  const change = (key: string, part: { [key: string]: Json }): Json => {
    if (broken === "scene" && key.startsWith("challenge/")) return { ...part, limits: [null] };
    if (broken === "sheet" && key.startsWith("character/")) return { ...part, themes: [null] };
    if (broken === "line" && key === "lines") {
      return Object.values(part).map((one, at) =>
        at === 0 ? { ...(one as object), line: null } : one,
      );
    }
    if (broken === "tray" && key.startsWith("roll/")) return { ...part, lines: [null] };
    return part;
  };
  await tamper(host.page, change);
  await sitAt(host, "mist-2d6");
  await playOffers(host.page, [
    ...OPENERS.mist!,
    { find: { do: "add-challenge" }, put: challenge("狼") },
  ]);
  const box = host.page.getByLabel("说话或输入指令");
  await test.step("one line of the story", async () => {
    broken = "line";
    await host.page.reload();
    await expect(host.story).toContainText("画不出来");
    await expect(
      host.story.getByRole("listitem").filter({ hasNotText: "画不出来" }),
    ).not.toHaveCount(0);
  });
  for (const panel of ["scene", "sheet", "tray"]) {
    await test.step(panel, async () => {
      broken = panel;
      await host.page.reload();
      // The characters are a page of their own.
      if (panel === "sheet") await host.button("全部角色").click();
      const place = { scene: ".scene", sheet: ".people", tray: ".table" }[panel]!;
      await expect(host.page.locator(place).getByRole("alert").first()).toContainText("画不出来");
      if (panel === "sheet") await host.button("关闭").click();
      await expect(host.page.locator(".room")).toBeVisible();
      await box.fill(`${panel} 还能说话`);
      await box.press("Enter");
      await expect(host.story).toContainText(`${panel} 还能说话`);
      // A button tries again; meanwhile the part has come whole.
      broken = "";
      await playOffers(host.page, [{ find: { do: "add-clue" }, put: { text: panel } }]);
      await host.page.evaluate(() => {
        dispatchEvent(new Event("offline"));
        dispatchEvent(new Event("online"));
      });
      await expect(host.page.locator(".lost")).toHaveCount(0);
      // The same part may have been wanted in several panels, some of which a wide page does not
      // show: what is in sight is tried again, and comes whole.
      const seen = faults(host).filter({ visible: true });
      await expect(async () => {
        const again = host.button("再试一次", seen.first());
        if ((await again.count()) > 0) await again.click({ timeout: 2_000 });
        await expect(seen).toHaveCount(0, { timeout: 500 });
      }).toPass({ timeout: 30_000 });
    });
  }
  await host.page.context().close();
});
