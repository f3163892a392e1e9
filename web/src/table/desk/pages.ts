/** The pages of the desk, as ⌘K finds them too. */
export const DESK_PAGES = [
  "seats",
  "waiting",
  "secrets",
  "rewind",
  "find",
  "session",
  "export",
  "settings",
] as const;

export type DeskPage = (typeof DESK_PAGES)[number];
