/** What people do at a mist table, on the stage. */
import { expect, type Locator } from "@playwright/test";
import { fillIn, Person } from "./people";

/** The strip: who waits for whom, and the one button. */
export function strip({ page }: Person): Locator {
  return page.getByRole("region", { name: "此刻" });
}

/** Stage and hand; on a phone the panel that is in front. */
export function stage({ page }: Person): Locator {
  return page.getByRole("main");
}

/** A form or a choice that opened at a thing. */
export function popover({ page }: Person): Locator {
  return page
    .getByRole("dialog")
    .filter({ has: page.locator("h2") })
    .last();
}

type Values = Record<string, string | number | boolean>;

/** Fills what opened at a thing and takes it. */
export async function fill(person: Person, fields: Values): Promise<void> {
  const form = popover(person).locator("form").last();
  await form.waitFor();
  await fillIn(form, fields);
  await form.getByRole("button", { name: /^(就这样|放上去)$/ }).click();
  await expect(person.page.getByRole("dialog")).toHaveCount(0);
}

/** Takes an act of what opened at a thing; all there is, if it is not among the likeliest. */
export async function choose(person: Person, act: string | RegExp): Promise<void> {
  const open = popover(person);
  await open.waitFor();
  const wanted = person.button(act, open);
  const all = person.button(/^还有 \d+ 样$/, open);
  await expect(wanted.or(all).first()).toBeVisible();
  // What is not pushed arrives a moment later.
  await expect(async () => {
    if ((await wanted.count()) === 0 && (await all.count()) > 0) await all.click();
    await expect(wanted.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await wanted.first().click();
}

/** Opens a thing by its button, takes an act and fills its form, if it has one. */
export async function act(
  person: Person,
  thing: Locator,
  what: string | RegExp,
  fields: Values = {},
): Promise<void> {
  await thing.first().click();
  await choose(person, what);
  if (Object.keys(fields).length > 0) await fill(person, fields);
  await expect(person.page.getByRole("dialog")).toHaveCount(0);
}

/** The host's way to the scene and to the story around it. */
export async function backstage(
  host: Person,
  what: string | RegExp,
  fields: Values = {},
  place: "布景" | "故事与选项" = "布景",
): Promise<void> {
  await host.turnTo("现场");
  await act(host, host.button(place, stage(host)), what, fields);
}

/** The first scene of a table, from the stage that is still empty. */
export async function setScene(host: Person, fields: Values): Promise<void> {
  await host.turnTo("现场");
  await host.button("搭场景", strip(host)).click();
  await fill(host, fields);
  await expect(
    stage(host).getByRole("heading", { name: String(fields["标题"]), exact: true }),
  ).toBeVisible();
}

/** Begins an action from the strip. */
export async function begin(player: Person, text: string): Promise<void> {
  await player.button("行动", strip(player)).click();
  await fill(player, { 描述: text });
  await expect(odds(player)).not.toHaveCount(0);
}

/** Chips that can count in the action. */
export function chips(person: Person): Locator {
  const place = person.phone ? person.page.locator(".tray-place") : stage(person);
  return place.locator(".chip.can");
}

export function odds(person: Person): Locator {
  return strip(person).locator(".odds li b");
}

export async function oddsNow(person: Person): Promise<string[]> {
  await person.page.mouse.move(0, 0);
  return odds(person).allTextContents();
}

/** What counts, as the strip says it. */
export async function power(person: Person): Promise<string> {
  return (await strip(person).locator(".power b").innerText()).trim();
}

/** Rolls, sees it fall, and answers how it went. */
export async function roll(player: Person, label: string | RegExp = "掷骰"): Promise<string> {
  await clear(player);
  await player.button(label, strip(player)).click();
  const tone = await player.page.waitForFunction(
    () => document.querySelector<HTMLElement>(".over .event .word")?.dataset.tone,
  );
  const found = await tone.jsonValue();
  await clear(player);
  return found ?? "";
}

/** Rolls until it goes as `wanted`; the host takes every other roll back. */
export async function rollTo(
  host: Person,
  player: Person,
  wanted: string[],
  label: string | RegExp = "掷骰",
): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const tone = await roll(player, label);
    if (wanted.includes(tone)) return tone;
    await clear(host);
    await host.undo();
    await expect(player.button(label, strip(player))).toBeVisible();
  }
  throw new Error(`never ${wanted.join(" or ")}`);
}

/** Whatever roll lies over this seat's stage is put away. */
export async function clear({ page }: Person): Promise<void> {
  await page.waitForFunction(() => {
    const event = document.querySelector<HTMLElement>(".over .event");
    event?.click();
    return event === null;
  });
}
