/** Everything the page says: the shared catalogues, in the reader's language. */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Arg, Message, Term } from "../wire";
import { recall, remember } from "./memory";

export const LANGUAGES = ["zh-Hans", "zh-Hant", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * A language's catalogue comes in parts, so that nobody waits for words they do not need (B-75): what
 * every page says, what a family says, and the rest, which is answers to typed commands.
 */
type Texts = () => Promise<{ default: string[] }>;
const PARTS = ["core", "mist", "fate", "timeline", "rest"] as const;
type Part = (typeof PARTS)[number];
const CATALOGUES: Record<Language, Record<Part, Texts>> = {
  "zh-Hans": {
    core: () => import("../catalogue/zh-Hans.core"),
    mist: () => import("../catalogue/zh-Hans.mist"),
    fate: () => import("../catalogue/zh-Hans.fate"),
    timeline: () => import("../catalogue/zh-Hans.timeline"),
    rest: () => import("../catalogue/zh-Hans.rest"),
  },
  "zh-Hant": {
    core: () => import("../catalogue/zh-Hant.core"),
    mist: () => import("../catalogue/zh-Hant.mist"),
    fate: () => import("../catalogue/zh-Hant.fate"),
    timeline: () => import("../catalogue/zh-Hant.timeline"),
    rest: () => import("../catalogue/zh-Hant.rest"),
  },
  en: {
    core: () => import("../catalogue/en.core"),
    mist: () => import("../catalogue/en.mist"),
    fate: () => import("../catalogue/en.fate"),
    timeline: () => import("../catalogue/en.timeline"),
    rest: () => import("../catalogue/en.rest"),
  },
};
/** The parts that were needed so far; those of another language come with it. */
const needed = new Set<Part>(["core"]);

/** Each language in its own words: a reader must find theirs without reading another. */
export const OWN_NAMES: Record<Language, string> = {
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  en: "English",
};

let current = $state.raw<{ language: Language; bundle: FluentBundle } | null>(null);

/** The language the page speaks now. */
export function language(): Language {
  return current?.language ?? "zh-Hans";
}

/** The best of our languages for a reader who prefers `tags`, first to last. */
export function bestOf(tags: readonly string[]): Language {
  for (const tag of tags.map((tag) => tag.toLowerCase())) {
    if (/^zh-(hant|tw|hk|mo)/.test(tag)) return "zh-Hant";
    if (tag.startsWith("zh")) return "zh-Hans";
    if (tag.startsWith("en")) return "en";
  }
  return "zh-Hans";
}

/** The language chosen on this device before, or the browser's. */
export function preferred(): Language {
  const before = recall("language");
  return LANGUAGES.find((one) => one === before) ?? bestOf(navigator.languages);
}

/** Makes a catalogue of Fluent texts. Numbers are written without grouping, as in the server's. */
export function bundleOf(tag: string, texts: string[]): FluentBundle {
  const bundle = new FluentBundle(tag, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text), { allowOverrides: true });
  return bundle;
}

/** Speaks `wanted` from now on; `by` says whether a person chose it. */
export async function speak(wanted: Language, by: "person" | "page" = "page"): Promise<void> {
  const texts = await Promise.all(
    Array.from(needed, async (part) => (await CATALOGUES[wanted][part]()).default),
  );
  current = { language: wanted, bundle: bundleOf(wanted, texts.flat()) };
  document.documentElement.lang = wanted;
  if (by === "person") remember("language", wanted);
}

/** Learns the words of a family, or those of the rest, in the language spoken now. */
export async function learn(family: string): Promise<void> {
  const part = PARTS.find((one) => one === family) ?? "rest";
  if (needed.has(part)) return;
  needed.add(part);
  await speak(language());
}

/** A word that nobody had asked for yet: everything is fetched, once, and said when it is there. */
function missing(): void {
  const left = PARTS.filter((part) => !needed.has(part));
  if (left.length === 0) return;
  for (const part of left) needed.add(part);
  // Without a line to the server the id stays, until the page is loaded again.
  speak(language()).catch(() => undefined);
}

/** The message in `bundle`'s language; an id that no catalogue has is shown as it is. */
export function sayIn(bundle: FluentBundle, tag: Language, message: Message): string {
  const pattern = bundle.getMessage(message.id)?.value;
  if (pattern == null) {
    if (bundle === current?.bundle) missing();
    return message.id;
  }
  const args: Record<string, FluentVariable> = {};
  for (const [name, arg] of Object.entries(message.args ?? {})) {
    if (arg !== undefined) args[name] = value(bundle, tag, arg);
  }
  return bundle.formatPattern(pattern, args, []);
}

function value(bundle: FluentBundle, tag: Language, arg: Arg): FluentVariable {
  if (typeof arg === "number") return new FluentNumber(arg, { useGrouping: false });
  if (typeof arg === "string") return arg;
  if (Array.isArray(arg)) {
    const between = sayIn(bundle, tag, { id: "list-separator" });
    return arg.map((one) => sayIn(bundle, tag, one)).join(between);
  }
  if ("id" in arg) return sayIn(bundle, tag, arg);
  return spelling(tag, arg);
}

function spelling(tag: Language, term: Term): string {
  return typeof term === "string" ? term : (term[tag] ?? term["zh-Hans"]);
}

/** An argument in words: a text, a pack's word in the reader's language, or a message; not a number. */
export function argument({ args }: Message, name: string): string | undefined {
  const arg = args?.[name];
  if (arg === undefined || typeof arg === "number" || Array.isArray(arg)) return undefined;
  const text = typeof arg !== "string" && "id" in arg ? say(arg) : term(arg);
  return text === "" ? undefined : text;
}

/** A message as text. */
export function say(message: Message): string {
  return current ? sayIn(current.bundle, current.language, message) : "";
}

/** An entry of the catalogue as text: the page's own words. */
export function t(id: string, args?: Record<string, Arg>): string {
  return say(args ? { id, args } : { id });
}

/** A word of the pack. */
export function term(word: Term): string {
  return spelling(language(), word);
}
