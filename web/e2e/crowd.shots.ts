/** A crowded table, by the names of the drawings. */
import { test } from "@playwright/test";
import { crowdedMist } from "./crowd";
import { strip } from "./mist";
import { Person, WIDE } from "./people";
import { picture, pictureAt } from "./pictures";
import { Server } from "./server";

const server = Server.forFile();

test("twenty challenges and eight seats", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.page.goto(server.url);
  const table = await crowdedMist(host, server.url, "雨夜的旧码头");
  await host.page.goto(`${server.url}/t/${table}`);
  await strip(host).waitFor();
  await picture(host, "crowd-wide");
  await pictureAt(host, "phone", "crowd-phone");
  await host.page.setViewportSize({ width: 360, height: 740 });
  await host.page.getByRole("navigation").getByRole("button", { name: /^角色/ }).click();
  await picture(host, "crowd-me-phone");
});
