/** What people do at a Time Line table, for its tests and pictures. */
import { expect, type Locator } from "@playwright/test";
import type { Person } from "./people";

export const TIMELINE = /^时间线\s*数据化/;

/** Comes to the table by an invitation, and is there: whatever panel a phone shows. */
export async function sitDown(person: Person, invite: string, name: string): Promise<void> {
  await person.page.goto(invite);
  await person.page.getByLabel("大家怎么称呼你").fill(name);
  await person.button("入座").click();
  await expect(strip(person)).toBeVisible();
}

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
  return person.page.getByRole("region", { name: "现场" });
}
/** The strip under the stage. */
export function strip(person: Person): Locator {
  return person.page.getByRole("region", { name: "此刻" });
}
/** Someone's row on the chart. */
export function row(person: Person, name: string): Locator {
  return stage(person)
    .locator(".row")
    .filter({ has: person.page.getByText(name, { exact: true }) });
}
/** Where an act is put together: under the chart, on a phone in its sheet. */
export function declaring(person: Person): Locator {
  return person.page.getByRole("region", { name: "决定行动" });
}
/** Ends the roll that every seat looks at. */
export async function endRoll(person: Person): Promise<void> {
  const event = person.page.locator(".event");
  if (await event.isVisible()) {
    await person.page.keyboard.press("Enter");
    await expect(event).toHaveCount(0);
  }
}
