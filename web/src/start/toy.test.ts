import { expect, test } from "vitest";
import { percent } from "../look/parts/OddsBar.svelte";
import { chances, TAGS, throwDie, worth } from "./toy";

test("the toy's chances are those of two dice", () => {
  const shown = (power: number) => chances(power, String).map((one) => percent(one.points));
  expect(shown(3)).toEqual(["8.3%", "33.3%", "58.3%"]);
  expect(shown(0)).toEqual(["41.7%", "41.7%", "16.7%"]);
  for (let power = -3; power < 12; power += 1) {
    const sum = chances(power, String).reduce((so, one) => so + one.points, 0);
    expect(sum).toBeCloseTo(10_000);
  }
});

test("burning counts three, fog against", () => {
  const [birds, , , focus, fog] = TAGS;
  expect([worth(birds!, "help"), worth(birds!, "burn"), worth(focus!, "help")]).toEqual([1, 3, 2]);
  expect([worth(fog!, "hinder"), worth(fog!, null)]).toEqual([-1, 0]);
});

test("a thrown die has six sides", () => {
  const seen = new Set(Array.from({ length: 600 }, throwDie));
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
