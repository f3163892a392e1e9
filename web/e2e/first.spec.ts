/** The first minutes: from the start page to a roll with a friend, and alone at once. */
import { expect, test, type Browser } from "@playwright/test";
import { settle, strip as fateStrip } from "./fate";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { chips, clear, odds, popover, stage, strip } from "./mist";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { Server } from "./server";

const server = Server.forFile();

/** What two people did with their hands. */
class Hands {
  presses: string[] = [];
  texts = 0;

  /** Counts what this person presses, and the fields they type into. */
  async watch({ page }: Person): Promise<void> {
    await page.exposeFunction("pressed", (what: string) => this.presses.push(what));
    await page.exposeFunction("typed", () => (this.texts += 1));
    await page.addInitScript(() => {
      type Told = { pressed(what: string): void; typed(): void };
      const told = window as unknown as Told;
      const fields = new WeakSet<EventTarget>();
      const seen = { capture: true };
      addEventListener(
        "pointerdown",
        ({ target }) => told.pressed((target as HTMLElement).innerText?.slice(0, 20) ?? ""),
        seen,
      );
      addEventListener(
        "input",
        ({ target }) => {
          const text = target instanceof HTMLInputElement && target.type !== "radio";
          if (!target || fields.has(target) || !(text || target instanceof HTMLTextAreaElement))
            return;
          fields.add(target);
          told.typed();
        },
        seen,
      );
    });
  }
}

/** Opens a table and goes to it; answers the invitation, which the way there has copied. */
async function openTable(host: Person, ruleset: RegExp): Promise<string> {
  await host.page.goto(server.url);
  await host.page.getByRole("radio", { name: ruleset }).check({ force: true });
  await host.page.getByLabel("你的名字").fill("林");
  await host.button("开桌").click();
  const invite = await host.page.getByLabel("邀请链接", { exact: true }).inputValue();
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  return invite;
}

async function sitDown(friend: Person, invite: string): Promise<void> {
  await friend.page.goto(invite);
  await friend.page.getByLabel("大家怎么称呼你").fill("阿澈");
  await friend.button("入座").click();
  await strip(friend).waitFor();
}

async function firstMistRoll(host: Person, friend: Person): Promise<void> {
  await friend
    .button(/^取用范例 /, stage(friend))
    .first()
    .click();
  await friend.button("行动", strip(friend)).click();
  await friend.button("就这样", popover(friend)).click();
  await odds(friend).first().waitFor();
  await chips(friend).first().click();
  await host.button("全部计入", strip(host)).click();
  await friend.button("掷骰", strip(friend)).click();
}

async function firstFateRoll(host: Person, friend: Person): Promise<void> {
  await friend.button("选角色").click();
  await friend
    .button(/^用.+这张卡$/)
    .first()
    .click();
  await friend.button("行动", fateStrip(friend)).click();
  await friend.button("就这样", fateStrip(friend)).click();
  const roll = friend.button(/^掷骰/, fateStrip(friend));
  // The player's own difficulty, or the host's word on it.
  await expect(async () => {
    const difficulty = host.button("就这样", fateStrip(host));
    if (await difficulty.isVisible()) await difficulty.click();
    await expect(roll).toBeEnabled({ timeout: 500 });
  }).toPass();
  await roll.click();
}

async function firstCheck(_host: Person, friend: Person): Promise<void> {
  await friend
    .button(/^就演这位：/)
    .first()
    .click();
  await friend.button(/^检定/, stage(friend)).first().click();
  await friend.button(/^掷骰/, strip(friend)).click();
}

const TABLES: [string, RegExp, (host: Person, friend: Person) => Promise<void>][] = [
  ["mist-2d6", /奇谈/, firstMistRoll],
  ["mist-bureau", /迷雾部/, firstMistRoll],
  ["mist-city", /迷雾之城/, firstMistRoll],
  ["fate-condensed", /^命运浓缩版/, firstFateRoll],
  ["timeline", /^时间线\s*数据化/, firstCheck],
];

async function expectRollOnBoth(host: Person, friend: Person): Promise<void> {
  for (const person of [host, friend]) {
    await expect(person.page.locator(".over .event .word")).toBeVisible();
  }
}

for (const [name, ruleset, play] of TABLES) {
  test(`b06 ${name}: a first roll with a friend in ten presses and two texts`, async ({
    browser,
  }) => {
    const screens: [Screen, Screen][] = [
      [WIDE, PHONE],
      [PHONE, WIDE],
    ];
    for (const [one, other] of screens) {
      const hands = new Hands();
      const host = await Person.arrive(browser, one);
      const friend = await Person.arrive(browser, other);
      for (const person of [host, friend]) {
        await hands.watch(person);
        await person.keepRolls();
      }
      const begun = Date.now();
      const invite = await openTable(host, ruleset);
      await sitDown(friend, invite);
      await play(host, friend);
      await expectRollOnBoth(host, friend);
      const took = Math.round((Date.now() - begun) / 1000);
      console.log(`${name}, host at ${one.width} px: ${hands.presses.length} presses, ${took} s`);
      expect(hands.presses.length, hands.presses.join(" | ")).toBeLessThanOrEqual(10);
      expect(hands.texts).toBeLessThanOrEqual(2);
      for (const { page } of [host, friend]) await page.context().close();
    }
  });
}

async function alone(browser: Browser, screen: Screen, ruleset: RegExp): Promise<Person> {
  const person = await Person.arrive(browser, screen);
  await person.page.goto(server.url);
  await person.page.getByRole("radio", { name: ruleset }).check({ force: true });
  await person.button("一个人先试试").click();
  await expect(strip(person)).toBeVisible();
  return person;
}

test("b08 one press opens a table to try alone, with a hint at what is next", async ({
  browser,
}) => {
  for (const screen of [WIDE, PHONE]) {
    const person = await alone(browser, screen, /奇谈/);
    const hint = person.page.locator(".guide");
    await expect(hint).toContainText("行动");
    await expectNoSidewaysScroll(person);
    await expectAccessible(person.page);
    await person.button("行动", strip(person)).click();
    await person.button("就这样", popover(person)).click();
    await expect(hint).toContainText("标签");
    await chips(person).first().click();
    await person.button("掷骰", strip(person)).click();
    await clear(person);
    await person.turnTo("现场");
    await expect(hint).not.toContainText("按能帮上忙的标签");
    await person.button("收起提示").click();
    await expect(hint).toHaveCount(0);
    // The start page knows the table, and leads back to it (B-06).
    await person.page.goto(server.url);
    await person.page.getByRole("link", { name: /一个人先试试/ }).click();
    await expect(strip(person)).toBeVisible();
    await person.page.context().close();
  }
});

test("b08 Fate and Time Line can be tried alone as well", async ({ browser }) => {
  const fate = await alone(browser, PHONE, /^命运浓缩版/);
  await expect(fate.page.locator(".guide")).toBeVisible();
  await expect(fate.page.getByText("码头打手").first()).toBeVisible();
  await fate.button("行动", strip(fate)).click();
  await fate.button("就这样", strip(fate)).click();
  await fate.button(/^掷骰/, strip(fate)).click();
  await settle(fate);
  await expect(strip(fate).locator(".outcome")).toBeVisible();
  await fate.page.context().close();

  const line = await alone(browser, WIDE, /^时间线\s*数据化/);
  await expect(line.page.locator(".guide")).toContainText("战斗已经开始");
  await expect(line.page.locator(".tl-fight .row")).toHaveCount(2);
  await line.page.context().close();
});

test("b07 the door says who invites, to what, and who is there; b06 a taken name is led back", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const invite = await openTable(host, /迷雾之城/);
  const first = await Person.arrive(browser, PHONE);
  await first.sitDown(invite, "小周");
  const again = await Person.arrive(browser, PHONE);
  await again.page.goto(invite);
  const door = again.page.locator(".door");
  await expect(door).toContainText("林请你入座");
  await expect(door).toContainText("已经坐下：小周");
  await expect(door).toContainText("迷雾之城");
  await expectAccessible(again.page);
  await again.page.getByLabel("大家怎么称呼你").fill("小周");
  await again.button("入座").click();
  await expect(again.page.getByRole("alert")).toContainText("用你自己的链接回来");
  // Under another name there is a seat, and whom one plays is made at once.
  await again.page.getByLabel("大家怎么称呼你").fill("小满");
  await again.button(/^自己造/).click();
  await again.button("入座").click();
  await expect(again.page.getByLabel("名字", { exact: true })).toBeVisible();
  for (const { page } of [host, first, again]) await page.context().close();
});

test("b07 whoever is chosen at the door is on stage when it opens", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  for (const [ruleset, who] of [
    [/^时间线：示例/, "岳澜"],
    [/^命运加速版/, undefined],
  ] as const) {
    const invite = await openTable(host, ruleset);
    const friend = await Person.arrive(browser, PHONE);
    await friend.page.goto(invite);
    await friend.page.getByLabel("大家怎么称呼你").fill("阿澈");
    const cast = friend.page.getByRole("group", { name: "想扮演谁" }).getByRole("button");
    const chosen = who ? cast.filter({ hasText: who }) : cast.first();
    const name = who ?? (await chosen.locator("b").innerText());
    // Pressed again it is open again, and a seat can be taken without.
    await chosen.click();
    await chosen.click();
    await expect(chosen).toHaveAttribute("aria-pressed", "false");
    await chosen.click();
    await friend.button("入座").click();
    await friend.turnTo("角色");
    await expect(friend.page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await friend.page.context().close();
  }
  await host.page.context().close();
});

test("b47 a turn marks the tab and its title", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const friend = await Person.arrive(browser, WIDE);
  const invite = await openTable(host, /奇谈/);
  await sitDown(friend, invite);
  await friend
    .button(/^取用范例 /, stage(friend))
    .first()
    .click();
  await friend.button("行动", strip(friend)).click();
  await friend.button("就这样", popover(friend)).click();
  await odds(friend).first().waitFor();
  await chips(friend).first().click();
  await expect(host.page).toHaveTitle(/^● 雾中一夜/);
  const icon = host.page.locator("link[rel=icon]");
  await expect(icon).toHaveAttribute("href", "/mark-waits.svg");
  await host.button("全部计入", strip(host)).click();
  await expect(icon).toHaveAttribute("href", "/mark.svg");
  for (const { page } of [host, friend]) await page.context().close();
});
