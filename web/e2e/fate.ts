/** What people do at every Fate table of these tests. */
import { expect, type Locator } from "@playwright/test";
import type { Person } from "./people";

export const strip = (person: Person): Locator =>
  person.page.getByRole("region", { name: "此刻", exact: true });
export const menu = (person: Person): Locator => person.page.getByRole("dialog");
export const token = (person: Person, name: string): Locator =>
  person.page.locator(`[data-person="${name}"]`).getByRole("button");
export const shelf = (person: Person): Locator =>
  person.page.getByRole("region", { name: "主持的手边" });
export const area = (person: Person, name: string): Locator =>
  person.page.getByRole("region", { name, exact: true });
/** An aspect as an index card on the stage. */
export const card = (person: Person, text: string): Locator =>
  person.page.locator(".aspect").filter({ hasText: text }).getByRole("button");
/** A form under the stage, or in a phone's tray. */
export const work = (person: Person): Locator => person.tray;

type Fields = Record<string, string | number | boolean>;

/** Fills a form's fields by their names: what is pressed is pressed, what is written is written. */
export async function fill(form: Locator, fields: Fields): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const group = form.getByRole("group", { name: label, exact: true });
    const field = form.getByLabel(label, { exact: true });
    await expect(field.or(group).first()).toBeVisible();
    if (typeof value === "boolean") await field.setChecked(value);
    else if ((await group.count()) > 0) {
      const choice = group.getByRole("button", { name: String(value), exact: true });
      if (await choice.isVisible()) await choice.click();
      else await group.getByText(String(value), { exact: true }).click();
    } else if ((await field.evaluate((one) => one.tagName)) === "SELECT") {
      await field.selectOption({ label: String(value) });
    } else await field.fill(String(value));
  }
}

/** Presses a thing, then one of its acts, and fills in what it asks. */
export async function act(
  person: Person,
  thing: Locator,
  label: string | RegExp,
  fields?: Fields,
): Promise<void> {
  await choose(person, thing, label);
  const open = menu(person);
  if (fields === undefined) {
    await expect(open).toHaveCount(0);
    return;
  }
  const form = open.locator("form.offer");
  await fill(form, fields);
  await person.button("就这样", form).click();
  await expect(open).toHaveCount(0);
}

/** Presses a thing, then one of its acts, wherever in the menu it stands. */
export async function choose(
  person: Person,
  thing: Locator,
  label: string | RegExp,
): Promise<void> {
  await settle(person);
  await thing.click();
  const open = menu(person);
  const way = person.button(label, open).first();
  const more = person.button(/^还有 \d+ 样/, open);
  await expect(way.or(more).first()).toBeVisible();
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 500 });
    await expect(way).toBeVisible({ timeout: 500 });
  }).toPass();
  await way.click();
}

/** A roll that lies over the stage is put away, as any press does. */
export async function settle(person: Person): Promise<void> {
  const event = person.page.locator(".event");
  await expect(async () => {
    if (await event.isVisible()) await person.page.keyboard.press("Escape");
    await expect(event).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

/** The host goes to the table, two players sit down, and the first takes an example. */
export async function takeSeats(
  invite: string,
  host: Person,
  first: Person,
  second: Person,
): Promise<void> {
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(strip(host)).toBeVisible();
  await first.sitDown(invite, "小周");
  await sitDown(second, invite, "阿澈");
  await first.button("选角色").click();
  await first
    .button(/^用.+这张卡$/)
    .first()
    .click();
  await expect(first.sheet.getByRole("article").first()).toBeVisible();
  if (!first.phone) await first.button("关闭").click();
}

/** On a phone the talk box is behind its tab. */
export async function sitDown(person: Person, invite: string, name: string): Promise<void> {
  await person.page.goto(invite);
  await person.page.getByLabel("大家怎么称呼你").fill(name);
  await person.button("入座").click();
  await expect(strip(person)).toBeVisible();
}

/** A character from nothing, by pressing alone, as far as the skills. */
export async function makeCharacter(player: Person): Promise<void> {
  await player.button("选角色").click();
  await player.button("写角色").click();
  const next = player.button("下一步");
  await next.click();
  // Nothing is complained about before it was asked for; then it stands at the field.
  await expect(player.page.getByRole("alert").first()).toContainText("还空着");
  await player.button("给我惊喜").click();
  await expect(player.page.getByRole("alert")).toHaveCount(0);
  await next.click();
}

/** Two zones, two aspects, and someone in the way. */
export async function fillDock(host: Person): Promise<void> {
  const stage = host.button("布景", shelf(host));
  await act(host, stage, "加区域", { 区域: "栈桥" });
  await act(host, stage, "加区域", { 区域: "仓库" });
  await act(host, stage, "写形象", { 形象: "浓雾", 在哪里: "仓库" });
  await host.button("请谁上台", shelf(host)).click();
  await host.page.getByLabel("一行写一个配角").fill("码头打手 配角 格斗 3: 拳头比脑子快");
  await host.button("请上来").click();
  await expect(host.button(/^码头打手/)).toBeVisible();
  await host.button("关闭").click();
  await act(host, token(host, "码头打手"), "移动", { 区域: "栈桥" });
}

/** Rolls until the outcome is one of `wanted`; the host takes every other one back. */
export async function rollForTone(host: Person, player: Person, wanted: string[]): Promise<void> {
  const roll = player.button(/^掷骰/, strip(player));
  for (let tries = 0; tries < 60; tries += 1) {
    await roll.click();
    const outcome = strip(player).locator(".outcome");
    await expect(outcome).toBeVisible();
    const tone = await outcome.getAttribute("data-tone");
    await settle(player);
    await settle(host);
    if (wanted.includes(tone ?? "")) return;
    await host.undo();
    await expect(roll).toBeVisible();
  }
  throw new Error(`never ${wanted.join(" or ")}`);
}
