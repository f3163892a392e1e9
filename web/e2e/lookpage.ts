/** The look page, served as `npm run dev` serves it, for tests and pictures. */
import { test } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";

export const SECTIONS = [
  "chips",
  "tracks",
  "cards",
  "strips",
  "story",
  "dice",
  "faces",
  "backdrops",
  "posters",
  "small",
  "zones",
  "charts",
] as const;

const MIST = [
  "mist-rest",
  "mist-pick",
  "mist-review",
  "mist-roll",
  "mist-mixed",
  "mist-spend",
  "mist-consequence",
  "mist-popover",
  "mist-empty",
  "mist-crowd",
];

/** Every screen with the worlds it is drawn for. */
export const SCREENS: [screen: string, worlds: string[]][] = [
  ...MIST.map((one): [string, string[]] => [one, ["tales", "bureau", "city"]]),
  ...["fate-turn", "fate-invoke", "fate-hit", "fate-compel", "fate-roll", "maker-fate"].map(
    (one): [string, string[]] => [one, ["fate"]],
  ),
  ...["timeline-fight", "timeline-check", "timeline-rolled", "timeline-talks"].map(
    (one): [string, string[]] => [one, ["timeline"]],
  ),
  ["maker-mist", ["tales"]],
];

export const WORLDS = ["tales", "bureau", "city", "fate", "timeline"];

/** Serves the page for all tests of a file; the answer is its address. */
export function lookPage(): () => string {
  let server: ViteDevServer;
  test.beforeAll(async () => {
    server = await createServer({ server: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
    await server.listen();
  });
  test.afterAll(() => server.close());
  return () => `${server.resolvedUrls!.local[0]!}look.html`;
}
