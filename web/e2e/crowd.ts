/** Tables with more on them than anyone would wish for. */
import { makeTable, playOffers } from "./line";
import { Person } from "./people";

const LONG = "一个怎么也叫不完的名字，因为起名的人相信越长越能记住";

/** Eight seats, each with someone to play, and names that take more than a line. */
async function seats(host: Person, url: string, table: string): Promise<void> {
  const { page } = host;
  await page.goto(`${url}/t/${table}`);
  await playOffers(
    page,
    ["小周", "阿澈", "老吴", "安然", "本杰", LONG, "Bartholomew the Unabbreviated"].map((name) => ({
      command: { table: { do: "add-seat", name, role: "player" } },
    })),
  );
  const { seat } = (await (await page.request.get(`${url}/api/tables/${table}/me`)).json()) as {
    seat: string;
  };
  await playOffers(
    page,
    ["顾遥", "陆潮", "许愿", "沈砚", "叶岚", "何阿水", LONG, "周默"].map((name, at) => ({
      find: { do: "take-example" },
      // The first is the host's own.
      put: { name, ...(at === 0 ? { seat } : {}) },
    })),
  );
}

/** Eight characters, twenty challenges, statuses and tags on the scene. */
export async function crowdedMist(host: Person, url: string, scene = LONG): Promise<string> {
  const table = await makeTable(host.page, url, "mist-2d6", "雾中一夜，第三次聚会");
  await seats(host, url, table);
  await playOffers(host.page, [
    { find: { do: "set-scene" }, put: { title: scene, text: "潮水退到桩脚，雾从门缝里渗出来。" } },
    ...Array.from({ length: 20 }, (_, at) => ({
      find: { do: "add-challenge" },
      put: {
        "challenge/name": at % 5 === 0 ? `${LONG} ${at + 1}` : `雾里的第 ${at + 1} 个人`,
        "challenge/text": "没有脸，却在听。",
        "challenge/limits/0/status": at % 5 === 0 ? LONG : "击退",
        "challenge/limits/0/tier": 1 + (at % 6),
        "challenge/tags": ["锈死的锁", at % 3 === 0 ? LONG : "湍急的回流"],
      },
    })),
    ...Array.from({ length: 14 }, (_, at) => ({
      find: { do: "add-tag", on: "scene" },
      put: { name: at % 4 === 0 ? `${LONG} ${at}` : `浓雾 ${at}` },
    })),
  ]);
  return table;
}

/** Sixty aspects in eight zones, and eight characters among them. */
export async function crowdedFate(host: Person, url: string): Promise<string> {
  const table = await makeTable(host.page, url, "fate-condensed");
  await seats(host, url, table);
  await playOffers(host.page, [
    { find: { do: "set-scene" }, put: { title: LONG } },
    ...Array.from({ length: 8 }, (_, at) => ({
      find: { do: "add-zone" },
      put: { name: at === 3 ? LONG : `第 ${at + 1} 区` },
    })),
    ...Array.from({ length: 60 }, (_, at) => ({
      command: {
        game: {
          do: "add-aspect",
          on: "scene",
          name: at % 7 === 0 ? `${LONG} ${at}` : `形象 ${at}`,
        },
      },
    })),
  ]);
  return table;
}
