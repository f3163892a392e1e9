/** What people do with a campaign's desk, notebook and recaps. */
import { expect, type Locator } from "@playwright/test";
import type { Person } from "./people";

export const desk = (person: Person): Locator =>
  person.page.getByRole("region", { name: "备场", exact: true });
export const notebook = (person: Person): Locator =>
  person.page.getByRole("region", { name: "笔记", exact: true });
export const handout = (person: Person): Locator => person.page.locator(".over .handout");

/** For our eyes: where `CAMPAIGN_SHOTS` says. */
export async function shot(person: Person, name: string): Promise<void> {
  const folder = process.env.CAMPAIGN_SHOTS;
  if (folder) await person.page.screenshot({ path: `${folder}/${name}.png` });
}

/** A picture as people bring them: a photo of a page. */
export async function drawn(person: Person, colour: string): Promise<Buffer> {
  const page = await person.page.context().newPage();
  await page.setViewportSize({ width: 900, height: 600 });
  await page.setContent(
    `<body style="margin:0;height:100vh;background:linear-gradient(${colour},#1b2340)">
     <p style="position:absolute;left:90px;top:330px;width:120px;height:270px;background:#0b1020">`,
  );
  const file = await page.screenshot();
  await page.close();
  return file;
}

export async function openDesk(host: Person): Promise<void> {
  await host.button("备场", host.page.getByRole("banner")).click();
  await expect(desk(host)).toBeVisible();
}

/** A scene written on the desk: what is read, and what only the host knows. */
export async function prepare(
  host: Person,
  title: string,
  text: string,
  secret = "点灯的人就是她父亲。",
): Promise<void> {
  await host.button("新场景", desk(host)).click();
  await host.page.getByLabel("标题", { exact: true }).fill(title);
  await host.page.getByLabel("开场白", { exact: true }).fill(text);
  await host.page.getByLabel("只给自己看", { exact: true }).fill(secret);
  await host.button("存好", desk(host)).click();
  await expect(host.button(new RegExp(`^${title}`), desk(host))).toBeVisible();
}

/** Puts a line's thing into the scene that is open on the desk. */
export async function putLine(host: Person, line: string, name: string): Promise<void> {
  await desk(host).getByLabel("写一行").fill(line);
  await host.button("放进去", desk(host)).click();
  await expect(host.button(`拿走：${name}`, desk(host))).toBeVisible();
}

export async function openNotebook(person: Person): Promise<void> {
  if (person.phone) {
    await person.button("更多", person.page.getByRole("banner")).click();
    await person.page.getByRole("dialog").getByRole("button", { name: "笔记" }).click();
  } else await person.button("笔记", person.page.getByRole("banner")).click();
  await expect(notebook(person)).toBeVisible();
}

/** Brings a picture into the notebook. */
export async function bring(person: Person, name: string, buffer: Buffer): Promise<void> {
  const input = notebook(person).locator(".pictures input[type=file]");
  await input.setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer });
  await expect(person.button(`图：${name}`, notebook(person))).toBeVisible();
}

/** A page of the notebook as far as its picture and who may read it. */
export async function write(
  person: Person,
  title: string,
  text: string,
  who: string,
): Promise<void> {
  await person.button("写一页", notebook(person)).first().click();
  await person.page.getByLabel("标题", { exact: true }).fill(title);
  await person.page.getByLabel("正文", { exact: true }).fill(text);
  await person.page.getByLabel(who, { exact: true }).check();
}

/** The host's own panel, opened at one of its sections. */
export async function openPanel(host: Person, section: string): Promise<Locator> {
  await host.page.getByRole("banner").getByRole("button", { name: "主持台" }).click();
  const panel = host.page.getByRole("dialog");
  await panel.getByRole("button", { name: section }).click();
  return panel;
}

export async function endSession(host: Person): Promise<void> {
  const panel = await openPanel(host, "聚会");
  await panel.getByRole("button", { name: "结束聚会，公开种子" }).click();
  await host.page.keyboard.press("Escape");
}

/** Looks back at the session that ended last. */
export async function lookBack(person: Person): Promise<Locator> {
  await person.turnTo("故事");
  await person.button("看这一场的回顾", person.story).last().click();
  await expect(person.page.getByText("骰子与期望")).toBeVisible();
  return person.page.locator("article.recap");
}

/** Everything the server says to this page from now on, as text. */
export function overhear({ page }: Person): () => string {
  const heard: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
  );
  page.on("response", (answer) => {
    if (!answer.url().includes("/api/")) return;
    answer.text().then(
      (text) => heard.push(answer.url(), text),
      // A page that was left takes its answers along.
      () => undefined,
    );
  });
  return () => heard.join("\n");
}
