/** What people do at a Time Line table, for its tests and pictures. */
import { expect, type Locator } from "@playwright/test";
import type { Person } from "./people";

export const TIMELINE = /^时间线\s*数据化/;

/** A card by text: level, ratio and percentages as the author's bot has them. */
export function setup(
  name: string,
  level: number,
  ratio: number,
  body: [number, number, number],
  mind: [number, number, number],
): string {
  return (
    `.tlsetup 姓名:${name},种族:人类,成年年龄:,标准体型:,年龄:29,体型:60,外貌:60,资产:60,性别:,职业:,` +
    `等级:${level},物理思维比值:${ratio},体质:${body[0]},敏捷:${body[1]},力量:${body[2]},` +
    `意志:${mind[0]},教育:${mind[1]},智力:${mind[2]},` +
    `医学及生命科学:10,工程与科技:20,军事与生存:40,文学:10,视觉及表演艺术:20,负重:0`
  );
}

/** The stage, whatever is on it. */
export function stage(person: Person): Locator {
  return person.page.getByRole("region", { name: /^(现场|Scene|現場)$/ });
}
/** The strip under the stage. */
export function strip(person: Person): Locator {
  return person.page.getByRole("region", { name: "此刻" });
}
/** Someone among those who are there. */
export function someone(person: Person, name: string): Locator {
  return stage(person).getByRole("listitem").getByRole("button").filter({ hasText: name });
}
/** Someone's row on the chart. */
export function row(person: Person, name: string): Locator {
  return person.page
    .locator(".tl-fight .row")
    .filter({ has: person.page.locator(".id b").getByText(name, { exact: true }) });
}
/** Where an act is put together: under the chart, on a phone in its sheet. */
export function declaring(person: Person): Locator {
  return person.page.getByRole("region", { name: "决定行动" });
}
/** Someone's card. */
export function card(person: Person, name: string): Locator {
  return person.page.getByRole("article", { name, exact: true });
}

/** Goes through the steps of a card that needs nothing more. */
export async function finish(person: Person): Promise<void> {
  for (const title of ["身与心", "占比", "身世与性情"]) {
    await person.button("下一步").click();
    await expect(person.page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await person.button("入场").click();
  await expect(person.page.locator(".maker")).toHaveCount(0);
}

/** Starts from an example and makes it one's own, by pressing alone. */
export async function make(person: Person, example: string): Promise<void> {
  await person.turnTo("现场");
  const first = person.button("新建人物卡", stage(person));
  await expect(person.page.locator(".tl-check")).toBeVisible();
  if (await first.isVisible()) await first.click();
  else {
    await person.turnTo("角色");
    if (!person.phone) await person.button("全部角色").click();
    await person.button("新建人物卡").click();
  }
  await person.page.getByRole("button", { name: new RegExp(`^${example}`) }).click();
  await finish(person);
  await person.turnTo("现场");
  await expect(someone(person, example)).toBeVisible();
}

/** Opens someone's card where they stand. */
export async function openCard(person: Person, name: string): Promise<Locator> {
  await person.turnTo("现场");
  await someone(person, name).click();
  await person.button("看卡", person.page.getByRole("dialog")).click();
  await expect(card(person, name)).toBeVisible();
  return card(person, name);
}

/** Decides an act: what, on whom, how much, with what. */
export async function declare(
  person: Person,
  deed: string,
  aim: string | null,
  impact: string,
  attribute: RegExp,
): Promise<void> {
  await person.turnTo("现场");
  const form = declaring(person);
  await person.button(deed, form).click();
  if (aim !== null) await person.button(aim, form.getByRole("group", { name: "目标" })).click();
  const more = person.button("所有属性", form);
  if (await more.isVisible()) await more.click();
  await form
    .getByRole("group", { name: "相关属性" })
    .getByRole("button", { name: attribute })
    .click();
  await form.getByRole("textbox", { name: "影响数值" }).fill(impact);
  // Where it would land stands there before it is declared.
  await expect(form.locator(".land")).toContainText("T");
  const decide = strip(person).getByRole("button", { name: /^(决定行动|接着做)$/ });
  await expect(decide).toBeEnabled();
  await decide.click();
}
