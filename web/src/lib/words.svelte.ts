/** Everything the page says: the shared catalogues, in the reader's language. */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Arg, Message, Term } from "../wire";
import { recall, remember } from "./memory";

export const LANGUAGES = ["zh-Hans", "zh-Hant", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const CATALOGUES: Record<Language, () => Promise<{ default: string[] }>> = {
  "zh-Hans": () => import("../catalogue/zh-Hans"),
  "zh-Hant": () => import("../catalogue/zh-Hant"),
  en: () => import("../catalogue/en"),
};

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
  const { default: texts } = await CATALOGUES[wanted]();
  current = { language: wanted, bundle: bundleOf(wanted, texts) };
  document.documentElement.lang = wanted;
  if (by === "person") remember("language", wanted);
}

/** The message in `bundle`'s language; an id that no catalogue has is shown as it is. */
export function sayIn(bundle: FluentBundle, tag: Language, message: Message): string {
  const pattern = bundle.getMessage(message.id)?.value;
  if (pattern == null) return message.id;
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
