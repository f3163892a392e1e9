/** The people of a test: each with a browser of their own, doing what a person would do. */
import { extname, join } from "node:path";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";

export type Screen = { width: number; height: number; theme: "light" | "dark"; language?: string };
export const WIDE: Screen = { width: 1440, height: 900, theme: "light" };
export const PHONE: Screen = { width: 360, height: 740, theme: "dark" };

/** Writes, ticks and chooses what a form asks for, by its labels. */
export async function fillIn(
  form: Locator,
  fields: Record<string, string | number | boolean>,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label, { exact: true });
    if (typeof value === "boolean") await field.setChecked(value);
    else if ((await field.count()) === 0) await form.getByText(String(value)).click();
    else if ((await field.evaluate((one) => one.tagName)) === "SELECT") {
      await field.selectOption({ label: String(value) });
    } else await field.fill(String(value));
  }
}

export class Person {
  /** Whether panels of this page are broken on purpose. */
  mayFail = false;

  private constructor(
    readonly page: Page,
    readonly screen: Screen,
  ) {}

  static async arrive(browser: Browser, screen: Screen): Promise<Person> {
    const phone = screen.width < 500;
    const context = await browser.newContext({
      viewport: { width: screen.width, height: screen.height },
      colorScheme: screen.theme,
      hasTouch: phone,
      isMobile: phone,
      locale: screen.language ?? "zh-CN",
      reducedMotion: "reduce",
    });
    // To try a page without building it into the server first.
    const dist = process.env.MISTLINE_DIST;
    if (dist) {
      await context.route(/^http:\/\/[^/]+\/(?!api\/)/, (route) => {
        const path = join(dist, new URL(route.request().url()).pathname);
        return route.fulfill({ path: extname(path) ? path : join(dist, "index.html") });
      });
    }
    // To find races: everything said to and by the table arrives this many milliseconds late.
    const late = Number(process.env.MISTLINE_LATE ?? 0);
    if (late > 0) {
      await context.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((said) => void setTimeout(() => server.send(said), late / 4));
        server.onMessage((said) => void setTimeout(() => socket.send(said), late));
      });
    }
    const page = await context.newPage();
    page.on("pageerror", (fault) => {
      throw fault;
    });
    const person = new Person(page, screen);
    // A panel that could not be drawn has said so here (B-40), and what the content security policy
    // forbids (B-76). That a server is away is no fault of the page.
    page.on("console", (said) => {
      if (person.mayFail || said.type() !== "error") return;
      if (!/Failed to load resource|WebSocket connection/.test(said.text())) {
        throw new Error(`the page said: ${said.text()}`);
      }
    });
    // A roll lies over the stage of every seat until a press ends it.
    await page.addLocatorHandler(person.rolled, (event) => event.click());
    return person;
  }

  /** The roll every seat looks at. */
  get rolled(): Locator {
    return this.page.locator(".over .event");
  }
  /** From here on the person looks at rolls, and presses them away when the test says so. */
  async keepRolls(): Promise<void> {
    await this.page.removeLocatorHandler(this.rolled);
  }

  get phone(): boolean {
    return this.screen.width < 500;
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** Turns to a part of the table; they are all in sight on a wide screen. */
  async turnTo(tab: "现场" | "故事" | "角色" | "规则"): Promise<void> {
    // A dot on the tab says that something waits there.
    const name = new RegExp(`^${tab}`);
    if (this.phone) await this.button(name, this.page.getByRole("navigation")).click();
  }

  get tray(): Locator {
    return this.page.getByRole("region", { name: "进行中" });
  }
  get story(): Locator {
    return this.page.getByRole("log");
  }
  get scene(): Locator {
    return this.page.getByRole("region", { name: "现场" });
  }
  get sheet(): Locator {
    return this.page.getByRole("region", { name: "角色" });
  }

  challenge(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  /** `decide`: what the host does with the table's options before it is made. */
  async openTable(
    url: string,
    ruleset: RegExp,
    title: string,
    name: string,
    decide: () => Promise<void> = async () => {},
  ): Promise<string> {
    await this.page.goto(url);
    await this.page.getByRole("radio", { name: ruleset }).check({ force: true });
    await this.page.getByLabel("这张桌子叫").fill(title);
    await this.page.getByLabel("你的名字").fill(name);
    await decide();
    await this.button("开桌").click();
    const invite = await this.page.getByLabel("邀请链接", { exact: true }).inputValue();
    return invite;
  }

  async sitDown(invite: string, name: string): Promise<void> {
    await this.page.goto(invite);
    await this.page.getByLabel("大家怎么称呼你").fill(name);
    await this.button("入座").click();
    await expect(this.page.getByRole("region", { name: "此刻" })).toBeVisible();
  }

  /** Opens an offer's form, fills it and takes it. */
  async take(
    within: Locator,
    offer: string | RegExp,
    fields: Record<string, string | number | boolean> = {},
  ): Promise<void> {
    await this.button(offer, within).first().click();
    const form = within.locator("form.offer");
    // What can be chosen in it is asked for when it opens.
    await form.first().waitFor();
    await fillIn(form, fields);
    await this.button("就这样", form).click();
    await expect(form).toHaveCount(0);
  }

  async openMenu(within: Locator, label: string): Promise<Locator> {
    const menu = within
      .locator("details")
      .filter({ has: this.page.locator("summary", { hasText: label }) })
      .last();
    if ((await menu.getAttribute("open")) === null) await menu.locator("summary").first().click();
    return menu;
  }

  /** What else can be done with a thing, opened. */
  async more(within: Locator, name: string): Promise<Locator> {
    const more = this.button(`更多操作 ${name}`, within);
    await expect(async () => {
      if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
      await expect(more).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
    }).toPass();
    return within.locator(".acts").filter({ has: this.button(`更多操作 ${name}`) });
  }

  /** The host takes the last step back; on a phone that is in the menu at the end of the bar. */
  async undo(): Promise<void> {
    if (this.phone) await this.button("更多", this.page.getByRole("banner")).click();
    await this.button("撤销").click();
  }

  /** This device's own choices are in the menu at the end of the bar. */
  async chooseLanguage(label: string, language: string): Promise<void> {
    await this.page
      .getByRole("banner")
      .getByRole("button", { name: /^(更多|More)$/ })
      .click();
    await this.page.getByRole("dialog").getByLabel(label).selectOption(language);
    await this.page.keyboard.press("Escape");
  }

  async say(text: string): Promise<void> {
    await this.turnTo("故事");
    const box = this.page.getByLabel("说话或输入指令");
    await box.fill(text);
    await box.press("Enter");
  }

  /** The actions of the story whose dice lie, each a folded card. */
  get rolls(): Locator {
    return this.story.locator("li[data-roll]");
  }
  /** The number of the last line with dice that stands. */
  private async lastRoll(): Promise<number> {
    return this.rolls.evaluateAll((cards) =>
      Math.max(0, ...cards.map((card) => Number(card.getAttribute("data-roll")))),
    );
  }

  /** How the last roll in the story went. */
  async lastTone(): Promise<string | null> {
    const card = this.story.locator(`li[data-roll="${await this.lastRoll()}"]`);
    return card.locator(".outcome").getAttribute("data-tone");
  }
}
