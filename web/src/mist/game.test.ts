import { expect, test } from "vitest";
import texts from "../catalogue/zh-Hans";
import { bundleOf, sayIn } from "../lib/words.svelte";
import { thingsIn, type MistGame } from "./game";

const tag = (id: string, name: string) => ({ id, name, burnt: false });
const status = (id: string, name: string, tier: number) => ({ id, name, tier, marks: [] });

test("m11 what can count in a roll is called by its name and whose it is", () => {
  const bundle = bundleOf("zh-Hans", texts);
  const game = {
    characters: [
      {
        name: "沈砚",
        themes: [{ powers: [tag("a", "触物知往")], weaknesses: [tag("b", "心软")] }],
        tags: [tag("c", "提灯")],
        statuses: [status("d", "受惊", 2)],
      },
    ],
    challenges: [{ name: "看守", tags: [tag("e", "警犬")], statuses: [] }],
    scene: { tags: [tag("f", "湿滑")], statuses: [] },
    clues: [{ id: "g", text: "血字" }],
  } as unknown as MistGame;
  const called = [...thingsIn(game)].map(
    ([id, message]) => `${id} ${sayIn(bundle, "zh-Hans", message)}`,
  );
  expect(called.sort()).toEqual([
    "a 触物知往（沈砚）",
    "b 弱点 心软（沈砚）",
    "c 提灯（沈砚）",
    "d 受惊-2（沈砚）",
    "e 警犬（看守）",
    "f 湿滑（场景）",
    "g 线索「血字」",
  ]);
});
