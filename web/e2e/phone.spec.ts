/** What a phone shows, and what a friend's phone can open. */
import { networkInterfaces } from "node:os";
import { expect, test, type Locator } from "@playwright/test";
import { makeTable, playOffers } from "./line";
import { expectAccessible, expectNoSidewaysScroll, expectStill } from "./looks";
import { begin, chips, setScene, stage, strip } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";
import { make } from "./timeline";

const server = Server.forFile();

const TABS = ["现场", "故事", "角色", "规则"] as const;

test("b75 the document never scrolls, on any tab of any family", async ({ browser }) => {
  for (const screen of [PHONE, WIDE]) {
    const host = await Person.arrive(browser, screen);
    await host.page.goto(server.url);
    for (const pack of ["mist-2d6", "fate-condensed", "timeline"]) {
      await test.step(`${pack} at ${screen.width} px`, async () => {
        const table = await makeTable(host.page, server.url, pack);
        await host.page.goto(`${server.url}/t/${table}`);
        await expect(host.page.locator(".room")).toBeVisible();
        if (pack !== "timeline") {
          await playOffers(host.page, [
            { find: { do: "take-example" } },
            { find: { do: "take-example" } },
            { find: { do: "set-scene" }, put: { title: "雨夜" } },
            { find: { do: "act" } },
          ]);
        } else await make(host, "岳澜");
        for (const tab of TABS) {
          await host.turnTo(tab);
          await host.page.evaluate(() => {
            for (const one of document.querySelectorAll<HTMLDetailsElement>(".room details")) {
              one.open = true;
            }
          });
          await expectStill(host.page);
          await expectNoSidewaysScroll(host);
        }
        // What is under way waits behind one button while a phone reads the rules.
        if (host.phone && pack === "mist-2d6") {
          await host.turnTo("规则");
          await expect(strip(host).getByRole("button")).toHaveCount(1);
          await host.button("回到桌边", strip(host)).click();
          await expect(chips(host).first()).toBeVisible();
        }
      });
    }
    await host.page.context().close();
  }
});

/** Whether a thing is on the screen, whole, with nothing over it. */
async function expectInSight(thing: Locator): Promise<void> {
  await expect(thing).toBeInViewport({ ratio: 1 });
  const covered = await thing.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(there && (one.contains(there) || there.contains(one)));
  });
  expect(covered).toBe(false);
}

test("b75 after a roll every seat sees dice, sum and outcome, whatever is in front", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const yan = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await chao.sitDown(invite, "阿澈");
  await yan.sitDown(invite, "小周");
  await chao
    .button(/^取用范例 /, stage(chao))
    .first()
    .click();
  await expect(chao.button("行动", strip(chao))).toBeVisible();
  await setScene(host, { 标题: "雨夜" });
  await begin(chao, "推开门");
  await yan.turnTo("现场");
  for (const seat of [host, chao, yan]) await seat.keepRolls();
  await chao.button("掷骰", strip(chao)).click();

  await expect(host.rolls).toHaveCount(1);
  const outcome = host.rolls.locator(".outcome");
  const total = (await outcome.locator("span").last().innerText()).trim();
  for (const seat of [host, chao, yan]) {
    await expectInSight(seat.rolled.locator("svg").first());
    await expectInSight(seat.rolled.getByText(total, { exact: true }));
    await expectInSight(seat.rolled.locator(".word"));
    await expect(seat.page.getByRole("status").filter({ hasText: total })).toHaveCount(1);
    await expectStill(seat.page);
    await expectNoSidewaysScroll(seat);
    await expectAccessible(seat.page);
  }
  await expectInSight(outcome);
  await yan.page.screenshot({ path: "test-results/roll-watcher.png" });
  await chao.page.screenshot({ path: "test-results/roll-roller.png" });
  await host.page.screenshot({ path: "test-results/roll-host.png" });

  // A press ends it for this seat alone, and presses nothing that lies beneath.
  await yan.rolled.click();
  await expect(yan.rolled).toHaveCount(0);
  await expect(chao.rolled).toBeVisible();
  // It stays away until the next one; the story has it all the same.
  await yan.page.reload();
  await expect(yan.page.locator(".room")).toBeVisible();
  await expect(yan.rolled).toHaveCount(0);
  await yan.turnTo("故事");
  await expectInSight(yan.rolls.locator(".outcome"));
  await yan.rolls.getByRole("button").first().click();
  await expectInSight(yan.rolls.locator(".body.card svg").first());
  for (const { page } of [host, chao, yan]) await page.context().close();
});

test("b75 a button that cannot be pressed is solid and readable", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.page.goto(server.url);
  await expect(host.button("开桌")).toBeDisabled();
  for (const theme of ["light", "dark"] as const) {
    await host.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const kind of ["", "main", "small", "quiet"]) {
      const [opacity, cover, contrast] = await host.button("开桌").evaluate((button, kind) => {
        button.setAttribute("class", `button ${kind}`);
        const style = getComputedStyle(button);
        const paint = document.createElement("canvas").getContext("2d")!;
        const rgba = (colour: string) => {
          paint.clearRect(0, 0, 1, 1);
          paint.fillStyle = colour;
          paint.fillRect(0, 0, 1, 1);
          return [...paint.getImageData(0, 0, 1, 1).data];
        };
        const light = (colour: number[]) => {
          const [r, g, b] = colour.slice(0, 3).map((one) => {
            const part = one / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
        };
        const [text, ground] = [rgba(style.color), rgba(style.backgroundColor)];
        const [low, high] = [light(text), light(ground)].sort((a, b) => a - b);
        return [Number(style.opacity), ground[3]! / 255, (high! + 0.05) / (low! + 0.05)];
      }, kind);
      expect(opacity, `${kind} in ${theme}`).toBe(1);
      expect(cover, `${kind} in ${theme}`).toBe(1);
      expect(contrast, `${kind} in ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  await host.page.context().close();
});

test("b07 an invitation leads where friends can open it, or says that they cannot", async ({
  browser,
}) => {
  const alone = await Person.arrive(browser, WIDE);
  const dead = await alone.openTable(server.url, /奇谈/, "雾中一夜", "林");
  expect(new URL(dead).hostname).toBe("127.0.0.1");
  await expect(alone.page.getByText("朋友的设备打不开这个链接").first()).toBeVisible();
  await alone.page.context().close();

  const open = await Server.startForAll();
  const near = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === "IPv4" && !one.internal)
    .map((one) => one!.address);
  test.skip(near.length === 0, "a machine without a network");
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(open.url, /奇谈/, "雾中一夜", "林");
  const field = host.page.getByLabel("邀请链接", { exact: true });
  await expect
    .poll(async () => near.includes(new URL(await field.inputValue()).hostname))
    .toBe(true);
  await expect(host.page.getByText("朋友的设备打不开这个链接")).toHaveCount(0);
  const invite = await field.inputValue();
  // The friend's device opens it.
  const friend = await Person.arrive(browser, PHONE);
  await friend.sitDown(invite, "阿澈");
  // At the table, too; and this machine's own address says what it is.
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await host.button("主持台").click();
  await expect(field).toHaveValue(invite);
  await host.page.getByLabel("链接通向").selectOption({ index: near.length });
  await expect(host.page.getByText("这个地址只在这台机器上能打开")).toBeVisible();
  await expectAccessible(host.page);
  await host.page.screenshot({ path: "test-results/invitation.png" });
  for (const { page } of [host, friend]) await page.context().close();
  await open.remove();
});
