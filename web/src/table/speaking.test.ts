import { expect, test } from "vitest";
import { spoken } from "./speaking";

test("c01 talk is the player's and a character's words are the character's", () => {
  expect(spoken("talk", "快走")).toEqual({ voice: { how: "out-of-character" } });
  expect(spoken("talk", "...唉")).toEqual({ voice: { how: "out-of-character" } });
  expect(spoken("talk", "@小周 在吗")).toEqual({ voice: { how: "out-of-character" } });
  expect(spoken("voice", "快走")).toEqual({ line: ".say 快走" });
  expect(spoken("voice", "（压低声音）快走")).toEqual({ line: ".say （压低声音）快走" });
  expect(spoken("narration", "雨停了")).toEqual({ voice: { how: "narration" } });
  expect(spoken("to abc", "钥匙")).toEqual({ voice: { how: "whisper", to: ["abc"] } });
});

test("c01 a command is a command in every voice", () => {
  for (const how of ["talk", "voice", "narration", "to abc"])
    for (const line of [".go", "。投掷", "/r d6", "@乙 .go", "＠打手 2 .take out"])
      expect(spoken(how, line)).toEqual({ line });
});
