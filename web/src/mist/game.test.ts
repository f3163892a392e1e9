import { expect, test } from "vitest";
import { origins, type MistGame } from "./game";

const tag = (id: string) => ({ id, name: id, burnt: false });
const status = (id: string) => ({ id, name: id, tier: 2, marks: [2] });

test("m11 what can count in a roll is sorted by where it comes from, the actor's own first", () => {
  const person = (id: string) => ({
    id,
    name: id,
    themes: [{ id: `${id}-theme`, title: "档案员", powers: [tag(`${id}1`)], weaknesses: [] }],
    tags: [tag(`${id}2`)],
    statuses: [status(`${id}3`)],
  });
  const game = {
    characters: [person("a"), person("b")],
    challenges: [{ id: "c", name: "看守", tags: [tag("c1")], statuses: [] }],
    scene: { tags: [tag("s1")], statuses: [] },
    clues: [{ id: "g", text: "血字" }],
  } as unknown as MistGame;
  const found = origins(game, "b");
  expect([...found.keys()]).toEqual(["b1", "b2", "b3", "a1", "a2", "a3", "s1", "c1", "g"]);
  expect(found.get("b1")).toMatchObject({ kind: "own", key: "b-theme" });
  expect(found.get("a1")).toMatchObject({ kind: "other", key: "a" });
  // What a challenge has more likely hinders.
  expect(found.get("c1")).toMatchObject({ kind: "place", against: true });
  expect(found.get("s1")?.against).toBeUndefined();
});
