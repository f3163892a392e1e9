// Made from the Rust types by `UPDATE=1 cargo test -p server types`. Do not edit.

/** The version of the protocol, for `hello`. */
export const PROTOCOL = 1;

/** What an accepted command is answered with; the same again when it is sent again. */
export type Answer = { "answer": "done" } | { "answer": "seat",
  /** The new seat. */
  seat: SeatId, } | { "answer": "link",
  /** The new link. */
  link: Id,
  /** Its token. Gone if the server has restarted since: only its hash is kept. */
  token?: string, };

/** An argument of a [`Message`]. */
export type Arg = number | string | Message | Array<Message> | Term;

/** Who may see a thing or a roll (B-23, B-30). */
export type Audience = "all" | "host" | { "seats": Array<SeatId> };

/** Where a reader stopped: a list of lines and the last one read.
 *
 * A seat reads another list when its role changes, so the list's name is part of the place. */
export type Bookmark = {
  /** Which list. */
  list: string,
  /** The last line read. */
  line: number, };

/** What a [`Field`] may be. */
export type Bounds = { "kind": "number",
  /** The least. */
  min: number,
  /** The most. */
  max: number, } | { "kind": "text",
  /** The most characters. */
  max: number,
  /** Whether it may be left empty. */
  optional: boolean, } | { "kind": "choice",
  /** What there is to choose from. */
  of: Array<Choice>, } | { "kind": "switch" };

/** The exact chance of one outcome. */
export type Chance = {
  /** The outcome's name in the pack. */
  label: Term,
  /** How good it is. */
  tone: Tone,
  /** Its weight over [`Chances::denominator`]; a string, as it may pass 2⁵³. */
  weight: string,
  /** The same in hundredths of a percent, rounded so that all together make 10,000. */
  basis_points: number, };

/** The exact chances of all outcomes of a roll. */
export type Chances = {
  /** The common denominator. */
  denominator: string,
  /** The outcomes, worst first. */
  outcomes: Array<Chance>, };

/** One choice of a [`Bounds::Choice`]. */
export type Choice = {
  /** What to put into the field. */
  value: unknown,
  /** What it is called. */
  label: Message, };

/** What a seat asks for: of the table, or of the game played at it. */
export type Command = { "table": TableCommand } | { "game": unknown };

/** A command's identity, made by whoever sends it, so that it can be sent again safely (B-11). */
export type CommandId = string;

/** A device of [`LinksPart`]. */
export type DevicePart = {
  /** Which. */
  device: Id,
  /** The seat it sits on. */
  seat: SeatId,
  /** When it entered. */
  entered: string, };

/** One thrown die. */
export type Die = {
  /** What it shows. */
  face: number,
  /** What became of it. */
  state: State,
  /** Whether it exploded, so that the next die was thrown. */
  exploded?: boolean, };

/** `POST /api/tables/{id}/enter`: sits down by a link. A person pressed the button. */
export type EnterTable = {
  /** The link's token. */
  token: string,
  /** The name to sit under, if the link is an invitation. */
  name?: string,
  /** Made by the page, so that asking again gives the same seat. */
  id?: CommandId, };

/** Through whose eyes the host looks (B-31). */
export type Eyes = { "seat": SeatId } | "spectator";

/** A field of an offered command that may be changed. */
export type Field = {
  /** Where it is in the command: keys joined by `/`, as in a JSON pointer without its first `/`. */
  path: string,
  /** What it is called. */
  label: Message,
  /** What it may be. */
  bounds: Bounds, };

/** What has changed for a seat: sent at once to all its devices. */
export type Frame = {
  /** New lines. */
  lines?: Array<NumberedLine>,
  /** The parts that changed, whole; `null` for one that is gone. */
  parts?: Record<string, unknown>, };

/** What the server says. */
export type FromServer = { "welcome": Welcome } | { "frame": Frame } | { "done": {
  /** Which command or typed line. */
  id: CommandId,
  /** What came of it. */
  answer: Answer, } } | { "refused": {
  /** Which command or typed line. */
  id: CommandId,
  /** Why not. */
  refusal: Refusal, } } | { "reply": {
  /** Which typed line. */
  id: CommandId,
  /** The answer. */
  lines: Array<Line>, } } | { "quoted": {
  /** Which `ask`. */
  ask: number,
  /** What it would do. */
  quote: Quote, } } | { "looked": {
  /** Which `ask`. */
  ask: number,
  /** The parts. */
  parts: Record<string, unknown>, } } | { "earlier": {
  /** Which `ask`. */
  ask: number,
  /** The lines. */
  lines: Array<NumberedLine>, } } | { "ask_refused": {
  /** Which `ask`. */
  ask: number,
  /** Why not. */
  refusal: Refusal, } } | { "closing": {
  /** Why. */
  reason: Message,
  /** Whether coming back with a bookmark makes sense. */
  again: boolean, } };

/** What a link gives. */
export type Grants = "seat" | "invite";

/** A thing's identity: 60 bits, written as twelve letters and digits.
 *
 * New ids are a keyed hash of the command that made the thing, so they tell nothing about how
 * many others there are or when they were made. */
export type Id = string;

/** One entry of the story as a viewer may read it. */
export type Line = {
  /** What happened. */
  message: Message,
  /** The dice, if any were rolled. */
  roll?: Roll,
  /** The number behind it, itemised. */
  sum?: Sum,
  /** How it went, for its colour and shape. */
  tone?: Tone, };

/** What sort of line it is. */
export type LineKind = "game" | "talk" | "table";

/** A link of [`LinksPart`]. */
export type LinkPart = {
  /** Which. */
  link: Id,
  /** The seat it leads to; none for an open invitation. */
  seat?: SeatId,
  /** What one who comes by it may do. */
  role: Role,
  /** When it was made. */
  made: string, };

/** `table/links`: the links and devices that open seats. Only the host has it. */
export type LinksPart = {
  /** Links that can still be used. */
  links: Array<LinkPart>,
  /** Devices that sit on a seat. */
  devices: Array<DevicePart>, };

/** `POST /api/tables`: makes a table. */
export type MakeTable = {
  /** What it is called. */
  title: string,
  /** The id of the ruleset. */
  pack: string,
  /** The language of its exports: `zh-Hans`, `zh-Hant` or `en`. */
  language: string,
  /** The time zone of its exports, as `Asia/Shanghai`. */
  time_zone: string,
  /** The name of the one who makes it. */
  host_name: string,
  /** The key this server asks of those who make tables, if it asks for one (B-02). */
  create_key?: string, };

/** `GET /api/tables/{id}/me`, and the answer to entering: the seat this browser sits on. */
export type Me = {
  /** Which seat. */
  seat: SeatId,
  /** What it may do. */
  role: Role,
  /** Its name. */
  name: string, };

/** Something to be said: the id of a catalogue entry and its arguments. */
export type Message = {
  /** The entry's id in every language's catalogue. */
  id: string,
  /** What the entry's variables stand for. */
  args?: { [key in string]: Arg }, };

/** What a phase may allow. */
export type MistAllows = "act" | "file" | "engage" | "suppress" | "recover" | "replace";

/** An outcome: what totals fall into it and how good it is. */
export type MistBand = {
  /** What it is called. */
  name: Term,
  /** How good it is; the rules go by this. */
  tone: Tone,
  /** The least total; the worst band has none. */
  from?: number, };

/** What a full success may add to a mitigation (M-30). */
export type MistBoon = { "kind": "deeper" } | { "kind": "status",
  /** Whose. */
  on: Id,
  /** Its name. */
  name: string, };

/** A challenge as the host writes it down. */
export type MistChallengeDraft = {
  /** What it is called. */
  name: string,
  /** What it is like. */
  text: string,
  /** Whether only the host sees it for now. */
  hidden: boolean,
  /** The ways to overcome it. */
  limits: Array<MistLimitDraft>,
  /** What it threatens to do. */
  threats: Array<MistThreatDraft>,
  /** Its tags. */
  tags: Array<string>, };

/** A challenge. */
export type MistChallengePart = {
  /** Which one. */
  id: Id,
  /** What it is called. */
  name: Term,
  /** What it is like. */
  text: Term,
  /** The ways to overcome it. */
  limits: Array<MistLimitPart>,
  /** What it threatens to do. */
  threats: Array<MistThreatPart>,
  /** Its tags. */
  tags: Array<MistTagPart>,
  /** Its statuses. */
  statuses: Array<MistStatusPart>,
  /** Whether it is overcome. */
  overcome: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** What could be changed about a roll. */
export type MistChange = { "kind": "add",
  /** Which one. */
  source: Id,
  /** Which way. */
  polarity: MistPolarity, } | { "kind": "burn",
  /** Which one. */
  source: Id, } | { "kind": "burn-line",
  /** Which line. */
  line: Id, } | { "kind": "keep-line",
  /** Which line. */
  line: Id, } | { "kind": "strike",
  /** Which line. */
  line: Id, } | { "kind": "indulge",
  /** Which theme. */
  theme?: Id, } | { "kind": "countdown",
  /** Whether. */
  on: boolean, };

/** A possible change to a roll and what it would do (B-20). */
export type MistChangePart = {
  /** What would be done. */
  change: MistChange,
  /** What it is about, in words. */
  words: Message,
  /** The power then. */
  power: number,
  /** The chances then, in hundredths of a percent, one per band. */
  chances: Array<number>, };

/** A character. */
export type MistCharacterPart = {
  /** Which one. */
  id: Id,
  /** What they are called. */
  name: Term,
  /** The seat that plays them. */
  seat?: SeatId,
  /** Their themes. */
  themes: Array<MistThemePart>,
  /** Their story tags. */
  tags: Array<MistTagPart>,
  /** Their statuses. */
  statuses: Array<MistStatusPart>,
  /** Evolution marked so far. */
  evolution: number,
  /** Story debts of lost themes. */
  pangs: Array<MistPang>,
  /** Places of lost themes. */
  vacancies: Array<MistVacancy>,
  /** The status that met their limit. */
  limit_met?: Id,
  /** What became of them. */
  fate?: MistFate,
  /** Whether no strange theme can be gained again. */
  asleep: boolean,
  /** Whether they roll as an avatar. */
  avatar: boolean,
  /** The ending they have chosen. */
  ending?: MistNamed,
  /** Whether they have left play. */
  left: boolean,
  /** Who sees them; told to the host alone. */
  seen?: Audience, };

/** How a clue came about. */
export type MistClueOrigin = "found" | "concluded" | "refutes";

/** A clue. */
export type MistCluePart = {
  /** Which one. */
  id: Id,
  /** What it says. */
  text: Term,
  /** How it came about. */
  origin: MistClueOrigin,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** What has been found out. */
export type MistCluesPart = {
  /** The clues, oldest first. */
  clues: Array<MistCluePart>, };

/** What a seat asks for. Names and texts are as typed. */
export type MistCommand = { "do": "set-auto-approve",
  /** Whether. */
  on: boolean, } | { "do": "show",
  /** Which thing. */
  thing: Id,
  /** To whom. */
  to: Audience, } | { "do": "rename",
  /** Which thing: character, theme, tag, status, challenge, clue. */
  thing: Id,
  /** The new name. */
  name: string, } | { "do": "make-character",
  /** Their name. */
  name: string,
  /** Their themes. */
  themes: Array<MistThemeDraft>,
  /** The seat that plays them; the sender's own, for a player. */
  seat?: SeatId,
  /** Whether only the host sees them. Host. */
  hidden?: boolean, } | { "do": "take-example",
  /** The example's id. */
  example: string,
  /** Another name for them. */
  name?: string,
  /** The seat that plays them; the sender's own, for a player. */
  seat?: SeatId, } | { "do": "give-character",
  /** Which one. */
  character: Id,
  /** The seat. */
  seat?: SeatId, } | { "do": "retire",
  /** Which one. */
  character: Id, } | { "do": "choose-fate",
  /** Which one. */
  character: Id,
  /** What. */
  fate: MistFate, } | { "do": "set-scene",
  /** What it is called. */
  title: string,
  /** What it is like. */
  text: string, } | { "do": "set-present",
  /** Which one. */
  character: Id,
  /** Whether. */
  present: boolean, } | { "do": "step-scene",
  /** To which step. */
  step: MistStep, } | { "do": "end-scene",
  /** Story tags and challenges to keep. */
  keep: Array<Id>, } | { "do": "add-challenge",
  /** What it is. */
  challenge: MistChallengeDraft, } | { "do": "remove-challenge",
  /** Which one. */
  challenge: Id, } | { "do": "add-limit",
  /** Which one. */
  challenge: Id,
  /** What it is. */
  limit: MistLimitDraft, } | { "do": "add-threat",
  /** The challenge; the scene itself when absent. */
  challenge?: Id,
  /** What it is. */
  threat: MistThreatDraft, } | { "do": "answer-threat",
  /** Which one. */
  threat: Id,
  /** Whether. */
  answered: boolean, } | { "do": "add-tag",
  /** Who or what. */
  on: MistHolder,
  /** What it says. */
  name: string,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "do": "remove-tag",
  /** Which one. */
  tag: Id, } | { "do": "burn-tag",
  /** Which one. */
  tag: Id, } | { "do": "recover-tag",
  /** Which one. */
  tag: Id, } | { "do": "gain-status",
  /** Who or what. */
  on: MistHolder,
  /** Its name. */
  name: string,
  /** Its tier. */
  tier: number,
  /** The similar status it stacks onto. */
  onto?: Id,
  /** The opposed status it cancels. */
  against?: Id,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "do": "reduce-status",
  /** Which one. */
  status: Id,
  /** By how many tiers. */
  by: number, } | { "do": "act",
  /** Who acts. */
  actor: Id,
  /** What they do. */
  text: string,
  /** How closely it is looked at. */
  depth: MistDepth,
  /** Who may see it (B-23). Host. */
  seen?: Audience,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "mitigate",
  /** Who answers it. */
  actor: Id,
  /** Which one. */
  consequence: Id,
  /** What they do. */
  text: string,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "flashback",
  /** Who acted. */
  actor: Id,
  /** When. */
  moment: string,
  /** What they did. */
  text: string,
  /** How closely it is looked at; it always rolls. */
  depth: MistDepth,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "engage",
  /** The plan. */
  text: string,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "plunge",
  /** Who plunges. */
  actor: Id,
  /** Into which strange theme. */
  theme: Id,
  /** What for. */
  text: string, } | { "do": "deduce",
  /** Who leads it. */
  actor: Id,
  /** The mystery. */
  mystery: Id,
  /** The conclusion. */
  conclusion: string,
  /** The moment it replays. */
  moment: string,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "test",
  /** Who leads it. */
  actor: Id,
  /** The mystery. */
  mystery: Id,
  /** The conclusion. */
  conclusion: string,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "answer",
  /** Who writes it. */
  actor: Id,
  /** The question's id in the pack. */
  question: string,
  /** The conclusion. */
  conclusion: string,
  /** What counts from the start: all of it is proposed with the opening, or nothing is. */
  lines?: Array<MistProposal>, } | { "do": "propose",
  /** In which roll. */
  roll: Id,
  /** Which thing. */
  source: Id,
  /** Which way. */
  polarity: MistPolarity,
  /** Whether to burn it (M-12). */
  burn?: boolean, } | { "do": "propose-detail",
  /** In which roll. */
  roll: Id,
  /** What. */
  text: string,
  /** Advantageous (`help`) or harmful (`hinder`). */
  polarity: MistPolarity, } | { "do": "withdraw",
  /** In which roll. */
  roll: Id,
  /** Which line. */
  line: Id, } | { "do": "review",
  /** In which roll. */
  roll: Id,
  /** Which line; all that wait when absent. */
  line?: Id,
  /** What is said to it. */
  verdict: MistVerdict,
  /** The question or reason. */
  note?: string, } | { "do": "choose-burn",
  /** In which roll. */
  roll: Id,
  /** Which line. */
  line: Id,
  /** Whether. */
  burn: boolean, } | { "do": "indulge",
  /** In which roll. */
  roll: Id,
  /** The theme; none when absent. */
  theme?: Id, } | { "do": "add-countdown",
  /** In which roll. */
  roll: Id,
  /** Whether. */
  on: boolean, } | { "do": "set-depth",
  /** Of which roll. */
  roll: Id,
  /** How closely. */
  depth: MistDepth, } | { "do": "set-degree",
  /** Of which roll. */
  roll: Id,
  /** The degree, counted from 0. */
  degree: number, } | { "do": "agree",
  /** Which one. */
  roll: Id, } | { "do": "cancel",
  /** Which one. */
  roll: Id, } | { "do": "roll",
  /** For which roll. */
  roll: Id, } | { "do": "push",
  /** For which roll. */
  roll: Id, } | { "do": "spend",
  /** Of which roll. */
  roll: Id,
  /** What. */
  effects: Array<MistEffect>, } | { "do": "finish",
  /** Of which roll. */
  roll: Id, } | { "do": "lessen",
  /** Of which roll. */
  roll: Id,
  /** What is lessened. */
  cuts: Array<MistCut>,
  /** What a full success adds, where it gives a choice. */
  boon?: MistBoon, } | { "do": "pick-burns",
  /** Of which roll. */
  roll: Id,
  /** Which tags. */
  tags: Array<Id>, } | { "do": "hit",
  /** The one the dice called for; an extra one when absent. */
  owed?: Id,
  /** The character it hits; by default the one who acted. */
  to?: Id,
  /** What is about to happen. */
  text: string,
  /** What it does. */
  harms: Array<MistHarm>,
  /** The threat it comes from, which is answered by it. */
  threat?: Id, } | { "do": "let-pass",
  /** Which one. */
  owed: Id, } | { "do": "accept",
  /** Which one. */
  consequence: Id, } | { "do": "spare",
  /** Which one. */
  consequence: Id, } | { "do": "enter-phase",
  /** The phase's id in the pack. */
  phase: string, } | { "do": "end-season" } | { "do": "set-countdown",
  /** Its tier. */
  tier?: number, } | { "do": "set-index",
  /** The question's id in the pack. */
  question: string,
  /** The tier. */
  tier: number, } | { "do": "add-mystery",
  /** The question. */
  text: string,
  /** How many supporting clues it needs. */
  complexity: number, } | { "do": "drop-mystery",
  /** Which one. */
  mystery: Id, } | { "do": "add-clue",
  /** What it says. */
  text: string,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "do": "drop-clue",
  /** Which one. */
  clue: Id, } | { "do": "mark-improve",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id, } | { "do": "mark-decay",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id, } | { "do": "grow",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id,
  /** What. */
  growth: MistGrowth, } | { "do": "replace-theme",
  /** Whose. */
  character: Id,
  /** With what. */
  theme: MistThemeDraft, } | { "do": "call-pang",
  /** Whose. */
  character: Id,
  /** Which one. */
  pang: Id, } | { "do": "settle-pang",
  /** Whose. */
  character: Id,
  /** Which one. */
  pang: Id, } | { "do": "choose-ending",
  /** Whose. */
  character: Id,
  /** The ending's id in the pack. */
  ending: string,
  /** The challenges it suppresses. */
  suppress?: Array<Id>, };

/** A consequence that has not landed. */
export type MistConsequencePart = {
  /** Which one. */
  id: Id,
  /** The character it hits. */
  to?: Id,
  /** What is about to happen. */
  text: Term,
  /** What it does. */
  harms: Array<MistHarmPart>,
  /** Whether it can be mitigated. */
  mitigable: boolean,
  /** The characters who have answered it. */
  answered: Array<Id>,
  /** What cannot count in mitigating it (M-31). */
  used: Array<Id>, };

/** Lessens one part of a consequence (M-30). */
export type MistCut = {
  /** The part, counted from 0. */
  part: number,
  /** For a status: by how many tiers. Anything else is averted whole. */
  by: number, };

/** How deep a plunge goes, and its price by band (M-35). */
export type MistDegree = {
  /** What it is called. */
  name: Term,
  /** The price of a mixed success; a failure pays it too. */
  mixed: Array<MistPrice>,
  /** The price of a full success. */
  full: Array<MistPrice>, };

/** How closely an action is looked at (M-10). */
export type MistDepth = "describe" | "quick" | "detailed";

/** An effect bought with an action's power (M-17). */
export type MistEffect = { "kind": "gain-status",
  /** Who or what. */
  on: MistHolder,
  /** Its name. */
  name: string,
  /** Its tier. */
  tier: number,
  /** The similar status it stacks onto (M-05). */
  onto?: Id,
  /** The opposed status it cancels (M-06). */
  against?: Id, } | { "kind": "reduce-status",
  /** Which one. */
  status: Id,
  /** By how many tiers. */
  by: number, } | { "kind": "add-tag",
  /** Whose. */
  on: MistHolder,
  /** What it says. */
  name: string, } | { "kind": "remove-tag",
  /** Which one. */
  tag: Id, } | { "kind": "clue",
  /** What it says, or what is asked. */
  text: string, } | { "kind": "feat",
  /** What. */
  text: string, };

/** What effects cost (M-17, M-18). */
export type MistEffectRules = {
  /** One tier of a status, up or down. */
  status: number,
  /** A story tag made or removed. */
  tag: number,
  /** A clue or detail. */
  clue: number,
  /** An extra feat. */
  feat: number,
  /** Whether a feat needs another effect first. */
  feat_after_other: boolean,
  /** What can be spent at least on a success. */
  minimum_power: number,
  /** What pushing a full success gives, for its consequences; off when absent (M-18). */
  push?: number, };

/** How a character's story may end (M-58). */
export type MistEnding = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it means. */
  text: Term,
  /** The kind of theme it costs, all of them. */
  spends?: MistKind,
  /** Whether nearby anomalies are suppressed by it. */
  suppresses: boolean,
  /** Whether no strange theme can be gained ever after. */
  asleep: boolean,
  /** Whether the character becomes an avatar, with this many strange themes in total. */
  avatar?: number,
  /** Whether the character leaves at once, not when the mission or chapter ends. */
  at_once: boolean, };

/** A character ready to play. */
export type MistExample = {
  /** Its id. */
  id: string,
  /** The character's name. */
  name: Term,
  /** Who they are, in a sentence. */
  text: Term,
  /** Their themes. */
  themes: Array<MistThemeDraft>, };

/** What becomes of a character whose limit is met (M-07). */
export type MistFate = { "kind": "died" } | { "kind": "transformed",
  /** Into what. */
  text: string, };

/** In which form a file is written. */
export type MistFileForm = "none" | "rounds" | "questions";

/** Writing the file (M-36, M-37). */
export type MistFileRules = {
  /** In which form. */
  form: MistFileForm,
  /** What it is called. */
  name: Term,
  /** What a deduction is called (M-36). */
  deduce: Term,
  /** What a test is called (M-36). */
  test: Term,
  /** What the opportunity a test gives is called (M-36). */
  opportunity: Term,
  /** What the countdown is called (M-37). */
  countdown: Term,
  /** The questions, each with its own roll (M-37). */
  questions: Array<MistQuestion>, };

/** One way a theme may grow (M-51). */
export type MistGrowth = { "kind": "power",
  /** What it says. */
  name: string, } | { "kind": "add-weakness",
  /** What it says. */
  name: string, } | { "kind": "remove-weakness",
  /** Which one. */
  tag: Id, } | { "kind": "rewrite-weakness",
  /** Which one. */
  tag: Id,
  /** What it says now. */
  name: string, } | { "kind": "motive",
  /** What it says now. */
  text: string, } | { "kind": "clear-decay" };

/** One part of a consequence (M-20). */
export type MistHarm = { "kind": "status",
  /** Its name. */
  name: Term,
  /** Its tier. */
  tier: number, } | { "kind": "tag",
  /** Its name. */
  name: Term, } | { "kind": "burn",
  /** Which one. */
  tag: Id, } | { "kind": "remove",
  /** Which one. */
  tag: Id, } | { "kind": "raise",
  /** The challenge. */
  challenge: Id,
  /** The status. */
  name: Term,
  /** By which tier. */
  tier: number, } | { "kind": "reveal",
  /** Which thing. */
  thing: Id, } | { "kind": "trait",
  /** The challenge. */
  challenge?: Id,
  /** The tag. */
  name: Term, } | { "kind": "worse",
  /** What. */
  text: Term, } | { "kind": "narrate",
  /** What. */
  text: Term, } | { "kind": "other",
  /** The kind's id in the pack. */
  id: string,
  /** What happens. */
  text: Term, };

/** One part of a consequence, and in words. */
export type MistHarmPart = {
  /** The part; told only where all it names may be seen. */
  harm?: MistHarm,
  /** What it says. */
  words: Message, };

/** What has tags and statuses of its own. */
export type MistHolder = { "character": Id } | { "challenge": Id } | "scene";

/** Indulging in a strange theme (M-32). */
export type MistIndulgeRules = {
  /** Whether this variant has it. */
  on: boolean,
  /** What it is called. */
  name: Term,
  /** The power it adds. */
  power: number, };

/** The two kinds of theme; what they are called is the pack's (M-03). */
export type MistKind = "strange" | "human";

/** What a kind of theme and its parts are called (M-03). */
export type MistKindNames = {
  /** The kind. */
  name: Term,
  /** Its motive. */
  motive: Term,
  /** Its improve track. */
  improve: Term,
  /** Its decay track. */
  decay: Term,
  /** When improve is marked besides an invoked weakness (M-50). */
  improves_when: Term,
  /** When decay is marked (M-53). */
  decays_when: Term, };

/** What the two kinds of theme are called (M-03). */
export type MistKinds = {
  /** The strange kind. */
  strange: MistKindNames,
  /** The human kind. */
  human: MistKindNames, };

/** How themes grow and are lost (M-50 … M-57). */
export type MistLifeRules = {
  /** The kinds whose loss leaves a pang (M-55). */
  pangs: Array<MistKind>,
  /** The kinds that become an anomaly when lost (M-56). */
  loose: Array<MistKind>,
  /** What the status given by a theme set loose is called (M-56). */
  controlled: Term,
  /** What it is reduced from: its tier is this less the human themes held (M-56). */
  controlled_from: number,
  /** The evolution at which an ending may be chosen (M-57). */
  evolution: number, };

/** A limit as the host writes it down. */
export type MistLimitDraft = {
  /** The status it is tied to. */
  status: string,
  /** The tier. */
  tier: number,
  /** Whether only the host sees it for now. */
  hidden: boolean, };

/** A limit. */
export type MistLimitPart = {
  /** Which one. */
  id: Id,
  /** The status it is tied to. */
  status: Term,
  /** The tier. */
  tier: number,
  /** The highest tier of that status now. */
  now: number,
  /** Whether it has been reached. */
  reached: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** A line of a roll. */
export type MistLinePart = {
  /** Which line. */
  id: Id,
  /** The thing that counts, unless it is a detail told. */
  source?: Id,
  /** What it is, in words. */
  words: Message,
  /** Which way it counts here. */
  polarity: MistPolarity,
  /** Whether its tag is burnt for this roll. */
  burn: boolean,
  /** The seat that proposed it. */
  by: SeatId,
  /** What the host has said to it. */
  verdict: MistVerdict,
  /** The host's question or reason. */
  note: string, };

/** What the power of a mitigation does on a success (M-30). */
export type MistMitigateBy = "statuses" | "prices";

/** What a full success adds to a mitigation (M-30). */
export type MistMitigateFull = "power" | "choice";

/** Answering a consequence (M-30, M-31). */
export type MistMitigateRules = {
  /** What it is called. */
  name: Term,
  /** What its power does on a success. */
  by: MistMitigateBy,
  /** What a full success adds. */
  full: MistMitigateFull,
  /** What averting a harm that is neither status nor tag costs. */
  other: number,
  /** Whether what counted in the action cannot count in mitigating its consequences (M-31). */
  no_reuse: boolean, };

/** Something to be found out (M-36). */
export type MistMystery = {
  /** Which one. */
  id: Id,
  /** The question. */
  text: Term,
  /** How many supporting clues a conclusion needs. */
  complexity: number,
  /** Whether a conclusion has been proven. */
  solved: boolean, };

/** Something with an id and a name. */
export type MistNamed = {
  /** Its id. */
  id: string,
  /** Its name. */
  name: Term, };

/** What the dice said. */
export type MistOutcomePart = {
  /** The band's name. */
  name: Term,
  /** How good it is. */
  tone: Tone,
  /** Power left to spend. */
  budget: number,
  /** Whether it was pushed. */
  pushed: boolean,
  /** How many power tags are still to be picked to burn. */
  burns: number, };

/** A consequence the dice have called for. */
export type MistOwedPart = {
  /** Which one. */
  id: Id,
  /** The character who acted. */
  to?: Id,
  /** What was attempted. */
  text: string,
  /** Whether it must bring a trait that makes the anomaly worse. */
  worse: boolean,
  /** Whether it waits for the suppression. */
  waits: boolean, };

/** What is left behind by a lost theme, until the story settles it (M-55). */
export type MistPang = {
  /** Which one. */
  id: Id,
  /** The title of the lost theme. */
  title: Term,
  /** Whether the host has called it in. */
  called: boolean, };

/** One part of a view. */
export type MistPart = { "kind": "ruleset" } & MistRulesetPart | { "kind": "story" } & MistStoryPart | { "kind": "clues" } & MistCluesPart | { "kind": "scene" } & MistScenePart | { "kind": "character" } & MistCharacterPart | { "kind": "challenge" } & MistChallengePart | { "kind": "roll" } & MistRollPart | { "kind": "consequence" } & MistConsequencePart;

/** A phase of the story (M-40 … M-42). */
export type MistPhase = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What happens in it. */
  text: Term,
  /** What is allowed in it. */
  allows: Array<MistAllows>,
  /** The phases that may follow. */
  next: Array<string>,
  /** Whether entering it begins a new mission or chapter. */
  begins: boolean,
  /** Whether entering it needs the opportunity of a test (M-40). */
  needs_opportunity: boolean, };

/** All of a strange theme at once (M-35). */
export type MistPlungeRules = {
  /** Whether this variant has it. */
  on: boolean,
  /** What it is called. */
  name: Term,
  /** What the status it may bring is called. */
  status: Term,
  /** The degrees, mildest first. */
  degrees: Array<MistDegree>, };

/** Which way a line counts. It belongs to the roll, not to the tag. */
export type MistPolarity = "help" | "hinder";

/** What lines are worth (M-11, M-12). */
export type MistPowerRules = {
  /** A tag. */
  tag: number,
  /** A burnt tag. */
  burn: number,
  /** The most burns in one action; no bound when absent. */
  burns?: number, };

/** Part of the price of a plunge (M-35). */
export type MistPrice = "decay" | "burn-all" | { "burn": number } | "lose" | { "status": number };

/** A tag, status or clue proposed together with the opening of a roll (M-11). */
export type MistProposal = {
  /** Which thing. */
  source: Id,
  /** Which way. */
  polarity: MistPolarity,
  /** Whether to burn it (M-12). */
  burn?: boolean, };

/** A question of the file (M-37). */
export type MistQuestion = {
  /** Its id. */
  id: string,
  /** What it asks. */
  name: Term,
  /** The index that makes it harder. */
  index: Term, };

/** How an effect of n lowers a status (M-06). */
export type MistReduce = "lower" | "erase-marks" | "shift";

/** What sort of roll it is. */
export type MistRollKind = { "kind": "action" } | { "kind": "mitigate",
  /** Which one. */
  consequence: Id, } | { "kind": "flashback",
  /** The moment it refers to. */
  moment: string, } | { "kind": "engagement" } | { "kind": "plunge",
  /** The theme. */
  theme: Id,
  /** The degree, counted from 0; the host sets it. */
  degree: number | null, } | { "kind": "deduce",
  /** The mystery. */
  mystery: Id,
  /** The moment it replays. */
  moment: string, } | { "kind": "test",
  /** The mystery. */
  mystery: Id, } | { "kind": "question",
  /** The question's id in the pack. */
  question: string, };

/** A roll under way. */
export type MistRollPart = {
  /** Which one. */
  id: Id,
  /** The character who acts. */
  actor?: Id,
  /** What sort of roll it is. */
  roll: MistRollKind,
  /** What that is called here. */
  name: Message,
  /** How closely it is looked at. */
  depth: MistDepth,
  /** What is attempted. */
  text: string,
  /** Who sees it. */
  seen: Audience,
  /** The lines proposed for it. */
  lines: Array<MistLinePart>,
  /** The theme indulged in. */
  indulge?: Id,
  /** Whether the countdown is added. */
  countdown: boolean,
  /** The power, itemised: of all lines not struck before the dice fall, of what counted after. */
  power: Sum,
  /** The exact chances, before the dice fall. */
  chances?: Chances,
  /** What each possible change would do, before the dice fall. */
  changes: Array<MistChangePart>,
  /** What the dice said. */
  outcome?: MistOutcomePart, };

/** What the pack says. */
export type MistRulesetPart = {
  /** The variant's id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it is, in a sentence. */
  blurb: Term,
  /** Where its rules come from. */
  credit: Term,
  /** What is rolled, in dice notation. */
  dice: string,
  /** The outcomes, worst first. */
  bands: Array<MistBand>,
  /** What the two kinds of theme are called. */
  kinds: MistKinds,
  /** How large themes and characters are. */
  theme: MistThemeRules,
  /** How statuses are recorded. */
  status: MistStatusRules,
  /** What lines are worth. */
  power: MistPowerRules,
  /** What effects cost. */
  effects: MistEffectRules,
  /** Kinds of consequence the pack adds. */
  consequences: Array<MistNamed>,
  /** Answering a consequence. */
  mitigate: MistMitigateRules,
  /** Indulging in a strange theme. */
  indulge: MistIndulgeRules,
  /** Telling of a past deed. */
  flashback: MistSpecial,
  /** How the crew goes in. */
  engagement: MistSpecial,
  /** All of a strange theme at once. */
  plunge: MistPlungeRules,
  /** Writing the file. */
  file: MistFileRules,
  /** The order of the story. */
  story: MistStoryRules,
  /** How themes grow and are lost. */
  life: MistLifeRules,
  /** How a character's story may end. */
  endings: Array<MistEnding>,
  /** Characters ready to play. */
  examples: Array<MistExample>, };

/** The scene and what is in it. */
export type MistScenePart = {
  /** Whether a scene is open. */
  open: boolean,
  /** What it is called. */
  title?: Term,
  /** What it is like. */
  text?: Term,
  /** Where its loop stands. */
  step: MistStep,
  /** The characters who are present. */
  present: Array<Id>,
  /** Story tags of the scene itself. */
  tags: Array<MistTagPart>,
  /** Statuses of the scene itself. */
  statuses: Array<MistStatusPart>,
  /** Threats of the scene itself. */
  threats: Array<MistThreatPart>,
  /** All characters, oldest first. */
  characters: Array<Id>,
  /** All challenges, oldest first. */
  challenges: Array<Id>,
  /** All rolls under way, oldest first. */
  rolls: Array<Id>,
  /** All pending consequences, oldest first. */
  consequences: Array<Id>,
  /** Consequences the dice have called for, oldest first. */
  owed: Array<MistOwedPart>, };

/** A special action that is on or off. */
export type MistSpecial = {
  /** Whether this variant has it. */
  on: boolean,
  /** What it is called. */
  name: Term, };

/** A status. */
export type MistStatusPart = {
  /** Which one. */
  id: Id,
  /** What it says. */
  name: Term,
  /** Its tier. */
  tier: number,
  /** The marked boxes. */
  marks: Array<number>,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** How statuses are recorded (M-04 … M-07). */
export type MistStatusRules = {
  /** Boxes of the track. */
  boxes: number,
  /** How an effect lowers a status. */
  reduce: MistReduce,
  /** The tier a character cannot bear. */
  limit: number, };

/** The steps a scene goes round in (M-09). */
export type MistStep = "establish" | "action" | "consequence";

/** Where the story stands. */
export type MistStoryPart = {
  /** Whether lines count without the host's word. */
  auto_approve: boolean,
  /** The present phase's id. */
  phase: string,
  /** What it is called. */
  phase_name: Term,
  /** What happens in it. */
  phase_text: Term,
  /** The phases that may follow. */
  next: Array<MistNamed>,
  /** The number of the mission or chapter. */
  mission: number,
  /** The number of the season. */
  season: number,
  /** Whether a test has opened a way to face the anomaly. */
  opportunity: boolean,
  /** The tier of the countdown. */
  countdown?: number,
  /** Whether a roll has added the countdown already. */
  countdown_used: boolean,
  /** The tiers of the file's indexes, by question. */
  indexes: { [key in string]: number },
  /** The band each question was answered with. */
  answers: { [key in string]: number },
  /** What is to be found out. */
  mysteries: Array<MistMystery>,
  /** The band the crew went in by. */
  opening?: number, };

/** The order of the story (M-40 … M-42). */
export type MistStoryRules = {
  /** What scenes make: a mission, a chapter. */
  unit: Term,
  /** Whether phases refuse what they do not allow, or only guide. */
  strict: boolean,
  /** The phases, in order. */
  phases: Array<MistPhase>, };

/** A tag. */
export type MistTagPart = {
  /** Which one. */
  id: Id,
  /** What it says. */
  name: Term,
  /** Whether it is burnt. */
  burnt: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** A theme as it is written down for a new character or in place of a lost one. */
export type MistThemeDraft = {
  /** Strange or human. */
  kind: MistKind,
  /** What it is called. */
  title: Term,
  /** What it drives the character to. */
  motive: Term,
  /** Power tags; the first is the theme tag. */
  powers: Array<Term>,
  /** Weakness tags. */
  weaknesses: Array<Term>,
  /** Whether it is nascent: one power tag instead of a full set (M-02). */
  nascent?: boolean, };

/** A theme. */
export type MistThemePart = {
  /** Which one. */
  id: Id,
  /** Strange or human. */
  kind: MistKind,
  /** What it is called. */
  title: Term,
  /** What it drives the character to. */
  motive: Term,
  /** Power tags; the first is the theme tag. */
  powers: Array<MistTagPart>,
  /** Weakness tags. */
  weaknesses: Array<MistTagPart>,
  /** Marks on the improve track. */
  improve: number,
  /** Marks on the decay track. */
  decay: number,
  /** Growths taken. */
  growths: number,
  /** Growths earned and not yet chosen. */
  owed: number,
  /** Whether it has yet to become a full theme. */
  nascent: boolean, };

/** How large themes and characters are (M-02). */
export type MistThemeRules = {
  /** Power tags of a full theme, the theme tag among them. */
  powers: number,
  /** Weakness tags of a new theme. */
  weaknesses: number,
  /** Boxes of the improve track. */
  improve: number,
  /** Boxes of the decay track. */
  decay: number,
  /** The most themes of a new character. */
  most: number, };

/** A threat as the host writes it down. */
export type MistThreatDraft = {
  /** What it says. */
  text: string,
  /** The characters it is aimed at; everyone present when empty. */
  at: Array<Id>,
  /** The consequence it leads to. */
  harms: Array<MistHarm>,
  /** Whether only the host sees it for now. */
  hidden: boolean, };

/** A threat. */
export type MistThreatPart = {
  /** Which one. */
  id: Id,
  /** What it says. */
  text: Term,
  /** The characters it is aimed at. */
  at: Array<Id>,
  /** The consequence it leads to. */
  harms: Array<MistHarmPart>,
  /** Whether it has been dealt with. */
  answered: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** The place of a lost theme (M-54). */
export type MistVacancy = {
  /** The kind of theme that will fill it. */
  kind: MistKind,
  /** Whether a full theme fills it, at once: an avatar's gifts (M-58). */
  full: boolean, };

/** What the host has said to a line (B-21). */
export type MistVerdict = "proposed" | "approved" | "struck" | "questioned";

/** One line of the story as a seat reads it. Lines are never rewritten. */
export type NumberedLine = {
  /** Its number in the seat's own list: 1, 2, 3 … without a gap. */
  n: number,
  /** When. */
  at: string,
  /** The name of the seat that did it, as it was then. */
  by?: string,
  /** What sort of line it is. */
  kind: LineKind,
  /** What it says. */
  line: Line,
  /** Where to rewind to for the game as it was after this line. Only the host's lines have it. */
  point?: number, };

/** A complete, acceptable command, and what in it may be changed. */
export type Offer<Command> = {
  /** What taking it does, for a button. */
  label: Message,
  /** The command to send, as it is or with its fields varied. */
  command: Command,
  /** The fields that may be changed. */
  fields?: Array<Field>,
  /** Whether the game waits for this seat to take it, or another with the same [`Offer::waits`]
   * (B-03). */
  waits?: Message,
  /** The rule it comes from. */
  rule: RuleId, };

/** `GET /api/packs`: one of the rulesets a table can be made with. */
export type PackCard = {
  /** Its id, for [`MakeTable::pack`]. */
  id: string,
  /** The family of its rules. */
  family: string,
  /** What it is called. */
  name: Term,
  /** What it is, in a sentence. */
  blurb: Term,
  /** What is rolled. */
  dice: string, };

/** `table/past`: the sessions that have ended, with their seeds. */
export type PastPart = {
  /** The sessions, first to last. */
  sessions: Array<PastSession>, };

/** A session that has ended. */
export type PastSession = {
  /** Its number, from 1. */
  number: number,
  /** When it began. */
  began: string,
  /** When it ended. */
  ended: string,
  /** Its seeds, those whose rolls the viewer saw. */
  seeds: Array<SeedPart>, };

/** What a link leads to. */
export type Peek = {
  /** The table's title. */
  title: string,
  /** What the link gives. */
  grants: Grants,
  /** What one who enters may do. */
  role: Role,
  /** The name of the seat; none for an invitation, where the one who comes gives a name. */
  name?: string, };

/** `POST /api/tables/{id}/peek`: what does a link lead to? Nobody joins by asking (B-02). */
export type PeekLink = {
  /** The link's token. */
  token: string, };

/** The dice of one pool as they fell. */
export type PoolTrace = {
  /** Which pool of the expression, counted from 0 as written. */
  pool: number,
  /** How many dice were asked for. */
  count: number,
  /** How many sides they have, when that was looked up in a name. */
  sides?: number,
  /** The dice, in the order they were thrown. */
  dice: Array<Die>,
  /** What the pool is worth: the sum of the kept dice, or the number of successes. */
  total: number, };

/** `table/presence`: who is here and who is typing (B-42). Not logged. */
export type PresencePart = {
  /** Seats with a device attached. */
  here: Array<SeatId>,
  /** Seats that are typing. */
  typing: Array<SeatId>, };

/** What a command would do: its number, its chances, its price. Pure and never logged. */
export type Quote = {
  /** The number it would act with. */
  sum?: Sum,
  /** The exact chances of each outcome. */
  chances?: Chances,
  /** Anything else worth knowing first: costs, times, limits. */
  notes?: Array<Message>, };

/** Why a command was not accepted. Nothing of it was applied. */
export type Refusal = {
  /** The rule that says no. */
  rule: RuleId,
  /** What was wrong. */
  what: Message,
  /** What would be accepted. */
  instead?: Message, };

/** An answer with a 4xx or 5xx status: why not. */
export type Refused = {
  /** Why not. */
  refusal: Refusal, };

/** What a seat may do (B-01). */
export type Role = "host" | "player" | "spectator";

/** A roll as it stands in an event: everything needed to show it and to prove it (B-22). */
export type Roll = {
  /** Its number among the rolls of its audience in this session. */
  number: number,
  /** Who saw it. */
  audience: Audience,
  /** What was rolled, every die, and the total. */
  rolled: Rolled,
  /** Whether it was rolled at a physical table and typed in. */
  typed_in?: boolean, };

/** One roll of an expression: the result and every die that made it.
 *
 * Its `Display` tells the story: `1d8[6] + 3d4kh1[2, (1), 4] = 10`. */
export type Rolled = {
  /** What was rolled. */
  expr: string,
  /** The result. */
  value: number | string,
  /** The pools that were thrown, in the order they were. */
  pools: Array<PoolTrace>,
  /** The names that were looked up, and what they stood for. */
  names?: [string, number | string][], };

/** A rule's id in the specification: `M-11`, `B-13`. */
export type RuleId = string;

/** A seat's salt. */
export type SaltPart = {
  /** Whose. */
  seat: SeatId,
  /** The salt. */
  salt: string, };

/** A place at the table; one person on any number of devices. */
export type SeatId = Id;

/** One seat of [`SeatsPart`]. */
export type SeatPart = {
  /** Which. */
  seat: SeatId,
  /** Its name. */
  name: string,
  /** What it may do. */
  role: Role, };

/** `table/seats`: who sits here, in the order they came. */
export type SeatsPart = {
  /** The seats. */
  seats: Array<SeatPart>, };

/** A seed of a session. */
export type SeedPart = {
  /** Who sees the rolls it makes. */
  audience: Audience,
  /** Its SHA-256, published before the first roll. */
  commitment: string,
  /** The seed, once the session has ended. */
  seed?: string, };

/** `table/session`: the session under way and what proves its dice (B-22). No part without one. */
export type SessionPart = {
  /** Its number, from 1. */
  number: number,
  /** When it began. */
  began: string,
  /** The hash of each seed whose rolls the viewer sees. */
  seeds: Array<SeedPart>,
  /** The seats' own salts. */
  salts: Array<SaltPart>, };

/** The table as a seat sees it on arriving, and the lines it has missed. */
export type Snapshot = {
  /** Every part of the view. */
  parts: Record<string, unknown>,
  /** The lines after the bookmark; without one, the last few. */
  lines: Array<NumberedLine>,
  /** Whether `lines` continue what the reader has; if not, they replace it. */
  continues: boolean,
  /** The list the lines are in, for the next [`Bookmark`]. */
  list: string,
  /** The number of the list's last line. */
  last: number, };

/** What became of a die. */
export type State = "kept" | "dropped" | "rerolled" | "counted" | "missed";

/** A number that explains itself: its parts, each with its source and rule. */
export type Sum = {
  /** The parts added up. */
  total: number,
  /** What it is made of, in the order it was put together. */
  parts: Array<SumPart>, };

/** One part of a [`Sum`]. */
export type SumPart = {
  /** Where it comes from. */
  source: Message,
  /** What it adds. */
  value: number,
  /** The rule that says so. */
  rule: RuleId, };

/** What a seat asks of the table itself, whatever the rules. */
export type TableCommand = { "do": "change",
  /** The new title. */
  title?: string,
  /** The new language. */
  language?: string,
  /** The new time zone, as `Asia/Shanghai`. */
  time_zone?: string, } | { "do": "add-seat",
  /** Its name. */
  name: string,
  /** What it may do. */
  role: Role, } | { "do": "rename-seat",
  /** Which. */
  seat: SeatId,
  /** Its new name. */
  name: string, } | { "do": "set-role",
  /** Which. */
  seat: SeatId,
  /** What it may do from now on. */
  role: Role, } | { "do": "invite",
  /** What those who come may do: player or spectator. */
  role: Role, } | { "do": "link-seat",
  /** Which. */
  seat: SeatId, } | { "do": "revoke-link",
  /** Which. */
  link: Id, } | { "do": "revoke-device",
  /** Which. */
  device: Id, } | { "do": "revoke-seat",
  /** Which. */
  seat: SeatId, } | { "do": "say",
  /** How. */
  voice: Voice,
  /** What. */
  text: string, } | { "do": "roll",
  /** The dice, and after them what for. */
  notation: string,
  /** Who sees it. */
  audience?: Audience, } | { "do": "set-salt",
  /** Anything. */
  salt: string, } | { "do": "begin-session" } | { "do": "end-session" } | { "do": "undo" } | { "do": "redo" } | { "do": "rewind-to",
  /** The point, as the host's lines show it. */
  point: number, } | { "do": "take-back" } | { "do": "pause",
  /** Whether nobody is to know who asked. */
  anonymous: boolean, } | { "do": "resume" };

/** A table's identity, as in `/t/<table id>`. */
export type TableId = string;

/** The table was made, and the one who made it sits at it. */
export type TableMade = {
  /** The table. */
  table: TableId,
  /** The host's seat. */
  seat: SeatId,
  /** The token of the host's own link, `/t/{table}#{token}`: for another device. */
  host_token: string,
  /** The token of an open invitation for players. */
  invite_token: string, };

/** `table/table`: what table this is. */
export type TablePart = {
  /** Its id. */
  id: TableId,
  /** What it is called. */
  title: string,
  /** The language of its exports. */
  language: string,
  /** The time zone of its exports. */
  time_zone: string,
  /** The family of its rules. */
  family: string,
  /** Whether the scene is paused (B-45). */
  paused: boolean, };

/** A name a pack gives to a thing: one text for every language, or one per language. */
export type Term = string | {
  /** Simplified Chinese. */
  "zh-Hans": string,
  /** Traditional Chinese. */
  "zh-Hant"?: string,
  /** English. */
  en?: string, };

/** What a browser says. */
export type ToServer = { "hello": {
  /** Which version of the protocol; [`PROTOCOL`]. */
  protocol: number,
  /** The last line the page has; none if it has none. */
  bookmark: Bookmark | null, } } | { "do": {
  /** Made by the page, so that sending it again changes nothing (B-11). */
  id: CommandId,
  /** What to do. */
  command: Command, } } | { "text": {
  /** Made by the page, so that sending it again changes nothing (B-11). */
  id: CommandId,
  /** As it was typed. */
  line: string, } } | { "quote": {
  /** Comes back with the answer. */
  ask: number,
  /** The game command. */
  command: unknown, } } | { "look": {
  /** Comes back with the answer. */
  ask: number,
  /** Through whose eyes. */
  eyes: Eyes, } } | { "earlier": {
  /** Comes back with the answer. */
  ask: number,
  /** The oldest line the page has. */
  before: number, } } | { "typing": boolean };

/** How good an outcome is for the one who rolls; pages give each its colour and shape. */
export type Tone = "failure" | "mixed" | "full" | "style";

/** `table/undo`: whether there is something to undo or do again. Only the host has it. */
export type UndoPart = {
  /** Whether `undo` is accepted. */
  undo: boolean,
  /** Whether `redo` is accepted. */
  redo: boolean, };

/** How something is said. */
export type Voice = { "how": "in-character",
  /** The character's name, if it is not the seat's. */
  name?: string, } | { "how": "out-of-character" } | { "how": "narration" } | { "how": "whisper",
  /** To whom. */
  to: Array<SeatId>, };

/** The table as a seat sees it on arriving. */
export type Welcome = {
  /** The server's [`PROTOCOL`]. */
  protocol: number,
  /** The version of the server; a page made by another one is stale (B-77). */
  version: string,
  /** The table. */
  table: TableId,
  /** The seat this browser sits on. */
  seat: SeatId,
  /** What it may do. */
  role: Role,
  /** Its name. */
  name: string,
  /** All it sees, and the lines after its bookmark. */
  snapshot: Snapshot, };

/** `table/you`: the seat that looks. */
export type YouPart = {
  /** Which seat. */
  seat: SeatId,
  /** Its name. */
  name: string,
  /** What it may do. */
  role: Role, };
