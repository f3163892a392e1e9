// Made from the Rust types by `UPDATE=1 cargo test -p server types`. Do not edit.

/** The version of the protocol, for `hello`. */
export const PROTOCOL = 2;

/** What is pushed to a seat of what it can do: one small part of its view. */
export type Acts = {
  /** The flags of things, in the order they are shown. */
  can: Array<Flags>,
  /** What the game waits for this seat to do, first things first. */
  waits: Array<Wait>, };

/** `GET /api/addresses`: where friends reach this server, for invitations made on `localhost`. */
export type Addresses = {
  /** Addresses other devices can open, as `http://192.168.1.5:8080`; none if there is no such. */
  urls: Array<string>, };

/** What an accepted command is answered with; the same again when it is sent again. */
export type Answer = { "answer": "done" } | { "answer": "seat",
  /** The new seat. */
  seat: SeatId, } | { "answer": "link",
  /** The new link. */
  link: Id,
  /** Its token. Gone if the server has restarted since: only its hash is kept. */
  token?: string, } | { "answer": "note",
  /** Which. */
  note: Id, } | { "answer": "picture",
  /** Which. */
  picture: Id, };

/** An argument of a [`Message`]. */
export type Arg = number | string | Message | Array<Message> | Term;

/** `GET /api/tables/{id}/chart`: the fight as a picture (T-35). */
export type AskChart = {
  /** How: `png` or `svg`; `png` if it is not said. */
  form?: string,
  /** The language the reader reads in; the table's if it is not said. */
  language?: string, };

/** `GET /api/tables/{id}/log`: a session's log as the asking seat saw it (B-50). */
export type AskLog = {
  /** How: `md`, `html`, `txt`, `book`, `paint` or `docx`. */
  form: string,
  /** Which session; the last if none. */
  session?: number,
  /** All sessions at once. */
  whole?: boolean,
  /** Only the story: without talk out of character, whispers and what happened at the table. */
  story?: boolean, };

/** `GET /api/tables/{id}/recap`: a session looked back at, as the asking seat was told it (B-52). */
export type AskRecap = {
  /** How: `json`, `md` or `html`; `json` if it is not said. */
  form?: string,
  /** Which session; the last if none. */
  session?: number, };

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
  of: Array<Choice>, } | { "kind": "asked" } | { "kind": "switch" };

/** `POST /api/tables/{id}/pictures`: keeps a picture, whose file is the body (B-43). */
export type BringPicture = {
  /** Made by the page, so that asking again keeps one. */
  command: CommandId,
  /** What it is called. */
  name: string, };

/** How a number that is not a plain sum was worked out, step by step (B-14). */
export type Calculation = {
  /** Which number; pages find it by this. */
  id: string,
  /** What the number is called. */
  of: Message,
  /** What it comes to. */
  value: string,
  /** The steps, in order. */
  steps: Array<Step>,
  /** The rule that says so. */
  rule: RuleId, };

/** Someone whom the ruleset brings to be played at once. */
export type CastMember = {
  /** The id of the example. */
  id: string,
  /** What the character is called. */
  name: Term,
  /** Who that is, in a sentence. */
  text: Term, };

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

/** What sort of change it is. */
export type ChangeKind = "growth" | "loss" | "points" | "found";

/** Something that will be so in the next session too. */
export type Changed = {
  /** The number of its line. */
  n: number,
  /** What sort. */
  kind: ChangeKind,
  /** What it says. */
  line: Line, };

/** Characters were taken in. */
export type CharactersTaken = {
  /** Who, and what was not understood of each. */
  characters: Array<TakenIn>, };

/** One choice of a [`Bounds::Choice`]. */
export type Choice = {
  /** What to put into the field. */
  value: unknown,
  /** What it is called. */
  label: Message, };

/** What the host does with clocks. */
export type ClockChange = { "kind": "add",
  /** What it is called. */
  name: string,
  /** How long it is. */
  boxes: number,
  /** Which way it goes. */
  counts?: ClockCounts,
  /** What happens at its end. */
  text?: string,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "kind": "move",
  /** Which one. */
  clock: Id,
  /** By how many steps. */
  by: number, } | { "kind": "show",
  /** Which one. */
  clock: Id, } | { "kind": "remove",
  /** Which one. */
  clock: Id, };

/** Which way a clock goes. */
export type ClockCounts = "up" | "down";

/** A clock as a viewer is shown it. */
export type ClockPart = {
  /** Which one. */
  id: Id,
  /** What it is called. */
  name: Term,
  /** How long it is. */
  boxes: number,
  /** Where it stands. */
  at: number,
  /** Which way it goes. */
  counts: ClockCounts,
  /** What happens at its end. */
  text: Term,
  /** Whether it has come to its end. */
  over: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** A command of a seat: of the table, or of the game played at it. */
export type Command = { "table": TableCommand } | { "game": unknown };

/** A command's identity, made by whoever sends it, so that it can be sent again safely (B-11). */
export type CommandId = string;

/** One way a typed line could go on. */
export type Completion = {
  /** What is written then. */
  word: string,
  /** What a command's word asks for; none for a name. */
  help?: Message, };

/** `table/desk`: what hosts prepared and keep (B-44). Only hosts have it, and only while there is
 * something on it. */
export type DeskPart = {
  /** The scenes, in the order the host gave them. */
  scenes: Array<PreparedScenePart>,
  /** The things that are kept, in the order they came. */
  shelf: Array<ShelvedPart>, };

/** A device of [`LinksPart`]. */
export type DevicePart = {
  /** Which. */
  device: Id,
  /** The seat it sits on. */
  seat: SeatId,
  /** When it entered. */
  entered: string, };

/** Dice as they fell in a session. */
export type DiceFallen = {
  /** Which dice: `2d6`. */
  notation: string,
  /** How often they fell. */
  count: number,
  /** What they showed in the mean. */
  mean: number,
  /** What they show in the mean of all throws there are. */
  expected: number,
  /** How often each value fell. */
  values: Array<ValueFallen>, };

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

/** `table/faces`: the pictures of what the viewer sees: characters, challenges, the scene. There is
 * no such part while there are none. */
export type FacesPart = {
  /** By the key of the thing's part, or `scene/` and the title of a scene. */
  faces: { [key in string]: Plate }, };

/** Why someone who was taken out is not back in the next scene (F-31). */
export type FateAbsence = "dead" | "captured" | "gone";

/** Which of the actions it is (F-01). Defending is the other side of each. */
export type FateAct = { "kind": "overcome",
  /** What for. */
  purpose?: FatePurpose, } | { "kind": "create",
  /** From what. */
  what: FateCreated, } | { "kind": "attack",
  /** The track that is hit, by its id in the pack. */
  track: string, } | { "kind": "effort",
  /** Which side, counted from 0. */
  side: number, };

/** An action under way. */
export type FateActionPart = {
  /** Which one. */
  id: Id,
  /** Who acts. */
  actor: Id,
  /** Which action it is. */
  act: FateAct,
  /** The same in words. */
  doing: Message,
  /** Whether the host has said what it is about, where it seeks something unknown. */
  pointed: boolean,
  /** What is attempted. */
  text: string,
  /** Who is asked to oppose it. */
  target?: Id,
  /** Whom an attack on several is for (F-45). */
  targets?: Array<Id>,
  /** The difficulty its player proposes, until the host confirms one (F-02). */
  proposed?: number,
  /** The side of the one who acts. */
  side: FateSidePartView,
  /** What stands against it. */
  opposition?: FateSidePartView,
  /** Whether the dice have fallen. */
  rolled: boolean,
  /** The exact chances, before the dice fall (F-05). */
  chances?: Chances,
  /** How it would come out as it stands, once the dice have fallen. */
  outcome?: FateOutcomePart,
  /** What each use of an invoke would do, once the dice have fallen (F-05). */
  uses: Array<FateUsePart>,
  /** Choices not yet made. */
  due: Array<FateDuePart>, };

/** What stands against an action. */
export type FateAgainst = { "difficulty": number } | { "character": Id };

/** What is answered. */
export type FateAnswer = { "kind": "minor-detail",
  /** What. */
  text: string, } | { "kind": "minor-boost" } | { "kind": "minor-stress",
  /** On which track. */
  track: string, } | { "kind": "fail-with-boost" } | { "kind": "fail" } | { "kind": "major-cost",
  /** What. */
  text: string, } | { "kind": "no-aspect" } | { "kind": "enemy-invoke" } | { "kind": "reveal" } | { "kind": "keep-hidden" } | { "kind": "take-boost" } | { "kind": "all-shifts" };

/** What is asked. */
export type FateAsk = "overcome-tie" | "overcome-failure" | "create-failure" | "reveal-unknown" | "attack-style";

/** An aspect of a sheet as written down before play. */
export type FateAspectDraft = {
  /** The place on the sheet, by its id in the pack. */
  slot: string,
  /** What it says. */
  name: Term,
  /** Whether only the host sees it for now. */
  hidden?: boolean, };

/** The sort of an aspect (F-10). */
export type FateAspectKind = { "kind": "game" } | { "kind": "character",
  /** The place on the sheet, by its id in the pack. */
  slot: string, } | { "kind": "consequence",
  /** The slot it fills. */
  slot: string,
  /** What it absorbed, and the difficulty of treating it. */
  value: number,
  /** When it was treated (F-33). */
  treated?: FateMark, } | { "kind": "situation" } | { "kind": "boost" };

/** An aspect. */
export type FateAspectPart = {
  /** Which one. */
  id: Id,
  /** What it says; absent for an unnamed boost. */
  name?: Term,
  /** What sort it is. */
  aspect: FateAspectKind,
  /** What it is true of. */
  on: FatePlace,
  /** Free invokes left. */
  free: Array<FateFree>,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** A place for an aspect on the sheet. */
export type FateAspectSlot = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** Whether a player character must have it. */
  required: boolean, };

/** What the aspect of a consequence is called (P-41). */
export type FateAspectWords = "asked" | "fixed" | "none";

/** Two zones that adjoin. */
export type FateBorder = {
  /** One zone. */
  one: Id,
  /** The other. */
  other: Id,
  /** The difficulty of passing, when it is barred (F-43). */
  barred?: number, };

/** How many boxes a rating gives. */
export type FateBoxStep = {
  /** From this rating on. */
  from: number,
  /** So many boxes. */
  boxes: number,
  /** What each absorbs (P-40); one each when absent. */
  values?: Array<number>, };

/** Several tasks on the way to one goal (F-40). */
export type FateChallenge = {
  /** The goal. */
  title: Term,
  /** The tasks. */
  tasks: Array<FateTask>, };

/** A change a milestone allows (F-52). */
export type FateChange = { "kind": "swap-skills",
  /** One. */
  one: string,
  /** The other. */
  other: string, } | { "kind": "replace-skill",
  /** The skill at +1. */
  old: string,
  /** The new one. */
  new: string, } | { "kind": "rewrite-stunt",
  /** Which one. */
  stunt: Id,
  /** As what. */
  draft: FateStuntDraft, } | { "kind": "gain-stunt",
  /** Which one. */
  draft: FateStuntDraft, } | { "kind": "rewrite-aspect",
  /** Which one. */
  aspect: Id,
  /** What it says now. */
  name: string, } | { "kind": "begin-recovery",
  /** Which one. */
  consequence: Id,
  /** What it is called while it heals. */
  name: string, } | { "kind": "raise-skill",
  /** Which one. */
  skill: string, } | { "kind": "raise-refresh" };

/** A character as written down before play (F-50). */
export type FateCharacterDraft = {
  /** What they are called. */
  name: Term,
  /** Whether they are a player character. */
  pc?: boolean,
  /** Their aspects. */
  aspects: Array<FateAspectDraft>,
  /** Ratings by skill id. */
  skills: Record<string, number>,
  /** Their stunts. */
  stunts?: Array<FateStuntDraft>,
  /** Pronouns, looks, anything worth knowing. */
  vitals?: string,
  /** How big one of the host's characters is (F-54). */
  npc?: FateNpcDraft, };

/** A character. */
export type FateCharacterPart = {
  /** Which one. */
  id: Id,
  /** What they are called. */
  name: Term,
  /** Whether they are a player character. */
  pc: boolean,
  /** The seat that plays them. */
  seat?: SeatId,
  /** Pronouns, looks, anything worth knowing. */
  vitals: string,
  /** Their aspects and consequences. */
  aspects: Array<FateAspectPart>,
  /** Ratings by skill id; absent where the viewer may not know them. */
  skills?: Record<string, number>,
  /** Their stunts. */
  stunts: Array<FateStunt>,
  /** Their stress tracks. */
  tracks: Array<FateTrackPart>,
  /** Their consequence slots. */
  slots: Array<FateSlotPart>,
  /** The points they begin a session with at least. */
  refresh: number,
  /** Points they can spend. */
  points: number,
  /** Points they will get and cannot spend yet. */
  later: number,
  /** How many of these are for conceding (F-32). */
  conceded: number,
  /** Whether they are taken out. */
  out: boolean,
  /** Why they are not back in the next scene, when they are taken out (F-31). */
  absence?: FateAbsence,
  /** Their size, told to those who may know the sheet (F-54). */
  size?: string,
  /** How many they are, when they are a mob (F-54). */
  mob?: number,
  /** How they act by themselves, when they are a hazard (F-45). */
  hazard?: FateHazard,
  /** Milestones not yet finished. */
  milestones: Array<FateMilestone>,
  /** The host's notes; told to the host alone. */
  notes?: string,
  /** Who sees them; told to the host alone. */
  seen?: Audience, };

/** Someone who takes part in a conflict. */
export type FateCombatant = {
  /** Who. */
  who: Id,
  /** Which side they are on. */
  side: number,
  /** Whether they have had their turn this round. */
  acted: boolean,
  /** Whether the action of this turn is used. */
  used: boolean,
  /** Whether the free move of this turn is used (F-43). */
  moved: boolean,
  /** Whether they are out of it: taken out, or conceded. */
  out: boolean,
  /** Consequences taken in this conflict (F-32). */
  taken: number,
  /** Their full defence. */
  full_defence?: FateFullDefence, };

/** Someone named for a conflict. */
export type FateCombatantDraft = {
  /** Who. */
  who: Id,
  /** Which side they are on. */
  side: number,
  /** The zone they start in. */
  zone?: Id, };

/** What a seat asks for. Names and texts are as typed. */
export type FateCommand = { "do": "show",
  /** Which thing. */
  thing: Id,
  /** To whom. */
  to: Audience, } | { "do": "rename",
  /** Which thing. */
  thing: Id,
  /** The new name. */
  name: string, } | { "do": "write-notes",
  /** Which character; the scene when absent. */
  character?: Id,
  /** What. */
  text: string, } | { "do": "change-clock",
  /** What. */
  change: ClockChange, } | { "do": "set-options",
  /** All of it. */
  options: FateOptions, } | { "do": "make-character",
  /** The sheet. */
  draft: FateCharacterDraft,
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
  seat?: SeatId, } | { "do": "remove-character",
  /** Which one. */
  character: Id, } | { "do": "copy-character",
  /** Which one. */
  character: Id,
  /** Another name for them. */
  name?: string,
  /** How many copies. */
  count?: number, } | { "do": "let-hazard-act",
  /** Which one. */
  character: Id, } | { "do": "roll-secretly",
  /** Whose. */
  character: Id,
  /** Which skill. */
  skill: string,
  /** Against which difficulty. */
  difficulty?: number, } | { "do": "use-stunt",
  /** Whose. */
  character: Id,
  /** Which one. */
  stunt: Id,
  /** On which action; none for an exception. */
  action?: Id, } | { "do": "set-stress",
  /** Whose. */
  character: Id,
  /** The track. */
  track: string,
  /** How many are marked. */
  marked: number, } | { "do": "mark-condition",
  /** Whose. */
  character: Id,
  /** Which, by its id in the pack. */
  condition: string,
  /** What its aspect is called, where that is asked for. */
  name?: string, } | { "do": "grant-milestone",
  /** To whom. */
  character: Id,
  /** Which kind. */
  kind: FateMilestoneKind, } | { "do": "improve",
  /** Whose. */
  character: Id,
  /** What. */
  change: FateChange, } | { "do": "mend",
  /** Whose sheet. */
  character: Id,
  /** What. */
  mend: FateMend,
  /** Whether the rules are set aside. Host. */
  anyway?: boolean, } | { "do": "nod-mend",
  /** Which one. */
  request: Id,
  /** Whether the rules are set aside. */
  anyway?: boolean, } | { "do": "decline-mend",
  /** Which one. */
  request: Id, } | { "do": "close-milestone",
  /** Whose. */
  character: Id, } | { "do": "begin-session", } | { "do": "adjust-points",
  /** Whose: a player character, or the host's pool when absent. */
  character?: Id,
  /** How many more, or fewer. */
  by: number,
  /** Why. */
  why: string, } | { "do": "set-scene",
  /** What it is called. */
  title: string,
  /** What it is like. */
  text?: string, } | { "do": "end-scene",
  /** Whether what is still under way is dropped with it. */
  anyway?: boolean,
  /** Whether it is kept as a prepared scene, to go on from (F-44). */
  carry?: boolean, } | { "do": "prepare-scene",
  /** What it will be called. */
  title: string,
  /** What it will be like. */
  text?: string, } | { "do": "change-prepared",
  /** Which one. */
  prepared: Id,
  /** What. */
  change: FatePreparing, } | { "do": "start-prepared",
  /** Which one. */
  prepared: Id, } | { "do": "drop-prepared",
  /** Which one. */
  prepared: Id, } | { "do": "add-zone",
  /** What it is called. */
  name: string,
  /** The zones it adjoins; the last one when absent. */
  next_to?: Array<Id>, } | { "do": "set-border",
  /** One zone. */
  one: Id,
  /** The other. */
  other: Id,
  /** The difficulty of passing; free when absent. */
  barred?: number, } | { "do": "move",
  /** Whom. */
  character: Id,
  /** Where. */
  zone: Id, } | { "do": "add-aspect",
  /** What it says; a boost may be unnamed. */
  name?: string,
  /** What it is true of. */
  on: FatePlace,
  /** Whether it is a boost. */
  boost?: boolean,
  /** Whose free invoke comes with it. */
  free?: FateHolder,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "do": "remove-aspect",
  /** Which one. */
  aspect: Id,
  /** Why. */
  why: string, } | { "do": "grant-free",
  /** On which aspect. */
  aspect: Id,
  /** To whom. */
  to: FateHolder, } | { "do": "hand-free",
  /** On which aspect. */
  aspect: Id,
  /** Whose it is. */
  from: FateHolder,
  /** To whom. */
  to: FateHolder, } | { "do": "declare",
  /** Which one. */
  aspect: Id,
  /** Who declares. */
  by: FateHolder,
  /** Whether with a free invoke. */
  free?: boolean,
  /** The detail. */
  text: string, } | { "do": "act",
  /** Who acts. */
  actor: Id,
  /** Which action. */
  act: FateAct,
  /** With which skill. */
  skill: string,
  /** What stands against it; the host says it later when absent. */
  against?: FateAgainst,
  /** Whom an attack is for besides, its total split among all of them (F-45). */
  also?: Array<Id>,
  /** The stunts that help with it (F-51). */
  stunts?: Array<Id>,
  /** What is attempted. */
  text?: string,
  /** Whether to roll at once, if what stands against it is known. */
  roll?: boolean, } | { "do": "oppose",
  /** Which one. */
  action: Id,
  /** What. */
  against: FateAgainst, } | { "do": "point-unknown",
  /** Which action. */
  action: Id,
  /** Which aspect. */
  aspect: Id, } | { "do": "defend",
  /** Against which action. */
  action: Id,
  /** With which skill. */
  skill: string,
  /** Whether the full defence is for this (F-42). */
  full?: boolean,
  /** The stunts that help with it (F-51). */
  stunts?: Array<Id>,
  /** Whether to roll at once. */
  roll?: boolean, } | { "do": "help",
  /** Which action. */
  action: Id,
  /** Who helps. */
  helper: Id, } | { "do": "state",
  /** On which action. */
  action: Id,
  /** Whether on the opposition. */
  opposition?: boolean,
  /** How much. */
  value: number,
  /** Why. */
  why: string, } | { "do": "cancel",
  /** Which one. */
  action: Id, } | { "do": "roll",
  /** For which action. */
  action: Id, } | { "do": "invoke",
  /** Which action. */
  action: Id,
  /** Whether for the opposition. */
  opposition?: boolean,
  /** Which aspect. */
  aspect: Id,
  /** Who invokes. */
  by: FateHolder,
  /** What for. */
  to: FateUse,
  /** Whether with a free invoke. */
  free?: boolean, } | { "do": "let-stand",
  /** Of which action. */
  action: Id,
  /** Whether for the opposition. */
  opposition?: boolean, } | { "do": "split",
  /** Which action. */
  action: Id,
  /** How much for each. */
  shares: number[], } | { "do": "choose",
  /** Of which action. */
  action: Id,
  /** What. */
  answer: FateAnswer, } | { "do": "hit",
  /** Whom. */
  to: Id,
  /** On which track. */
  track: string,
  /** How many. */
  shifts: number, } | { "do": "absorb",
  /** Which one. */
  hit: Id,
  /** How many shifts boxes absorb. */
  boxes: number,
  /** The consequences taken. */
  consequences?: Array<FateTakenConsequence>,
  /** Which boxes, counted from 0, where they differ (P-40); the fewest that do when absent. */
  marks?: Array<number>, } | { "do": "go-out",
  /** Which one. */
  hit: Id, } | { "do": "bring-back",
  /** Whom. */
  character: Id, } | { "do": "stay-out",
  /** Whom. */
  character: Id,
  /** Why. */
  absence: FateAbsence, } | { "do": "concede",
  /** Who. */
  character: Id,
  /** How they get away, and at what price. */
  text?: string, } | { "do": "compel",
  /** Whom. */
  to: Id,
  /** By which aspect. */
  aspect: Id,
  /** Event or decision. */
  kind?: FateCompelKind,
  /** The trouble. */
  text?: string, } | { "do": "compel-group",
  /** Whom; all player characters in play when empty. */
  to?: Array<Id>,
  /** By which aspect. */
  aspect: Id,
  /** Event or decision. */
  kind?: FateCompelKind,
  /** The trouble. */
  text?: string, } | { "do": "claim-compel",
  /** For whom. */
  character: Id,
  /** By which aspect. */
  aspect: Id,
  /** Event or decision. */
  kind?: FateCompelKind,
  /** The trouble they are in. */
  text?: string, } | { "do": "propose-compel",
  /** Who pays. */
  by: Id,
  /** For whom. */
  to: Id,
  /** By which aspect. */
  aspect: Id,
  /** Event or decision. */
  kind?: FateCompelKind,
  /** The trouble. */
  text?: string, } | { "do": "accept-compel",
  /** Which one. */
  compel: Id, } | { "do": "refuse-compel",
  /** Which one. */
  compel: Id,
  /** Why. */
  why?: string, } | { "do": "withdraw-compel",
  /** Which one. */
  compel: Id, } | { "do": "set-challenge",
  /** The goal. */
  title: string,
  /** Its tasks. */
  tasks: Array<FateTaskDraft>, } | { "do": "end-challenge", } | { "do": "set-contest",
  /** What it is about. */
  title: string,
  /** Its sides. */
  sides: Array<FateContestSideDraft>, } | { "do": "name-twist",
  /** The new aspect. */
  name: string, } | { "do": "end-contest", } | { "do": "begin-conflict",
  /** Who takes part. */
  combatants: Array<FateCombatantDraft>, } | { "do": "join-conflict",
  /** Who, on which side, where. */
  combatant: FateCombatantDraft, } | { "do": "pass-turn",
  /** Whose. */
  to: Id, } | { "do": "defend-fully",
  /** Who. */
  character: Id,
  /** Which defences, in words. */
  text: string, } | { "do": "end-conflict",
  /** Whether what is still under way is dropped. */
  anyway?: boolean, };

/** The two kinds of compel (F-14). */
export type FateCompelKind = "event" | "decision";

/** A compel to be settled. */
export type FateCompelPart = {
  /** Which one. */
  id: Id,
  /** Whom it is for. */
  to: Id,
  /** By which aspect. */
  aspect: Id,
  /** Event or decision. */
  compel: FateCompelKind,
  /** The trouble. */
  text: string,
  /** Who has the word. */
  stage: FateCompelStage, };

/** Who has the word about a compel. */
export type FateCompelStage = "offered" | "claimed" | { "proposed": Id };

/** A fight of any sort (F-42). */
export type FateConflict = {
  /** Who takes part, in the order they were named. */
  combatants: Array<FateCombatant>,
  /** Which round it is, counted from 1. */
  round: number,
  /** Whose turn it is; the host says who begins. */
  turn?: Id, };

/** A kind of consequence (F-31, F-33). */
export type FateConsequenceRule = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it absorbs, and the difficulty of treating it. One of 0 absorbs nothing: it is marked
   * outright (P-41). */
  value: number,
  /** How often it can be taken before one of them heals (P-41). */
  boxes?: number,
  /** What its aspect is called (P-41). */
  aspect?: FateAspectWords,
  /** What must pass once it is treated. */
  heals: FateHealing, };

/** Sides that want what only one can have (F-41). */
export type FateContest = {
  /** What it is about. */
  title: Term,
  /** The sides. */
  sides: Array<FateContestSide>,
  /** Which exchange it is, counted from 1. */
  exchange: number,
  /** Whether a tie waits for the host to name the twist. */
  twist: boolean, };

/** A side of a contest. */
export type FateContestSide = {
  /** What it is called. */
  name: Term,
  /** Who is on it. */
  members: Array<Id>,
  /** Its victories. */
  victories: number,
  /** Its effort in this exchange. */
  effort?: number, };

/** A side as written down before the contest. */
export type FateContestSideDraft = {
  /** What it is called. */
  name: string,
  /** Who is on it. */
  members: Array<Id>, };

/** What an advantage is created from. */
export type FateCreated = { "from": "new",
  /** What it will say. */
  name: string,
  /** What it will be true of. */
  on: FatePlace, } | { "from": "known",
  /** Which one. */
  aspect: Id, } | { "from": "unknown",
  /** Which one; only the host sees it. */
  aspect?: Id, };

/** What a difficulty is worth that a player names where the host has set none (F-02). */
export type FateDifficultyRule = "named" | "confirmed";

/** A choice not yet made. */
export type FateDuePart = {
  /** Who makes it. */
  to: FateHolder,
  /** What is asked. */
  ask: FateAsk, };

/** What a stunt does (F-51). */
export type FateEffect = { "kind": "bonus",
  /** The skill's id in the pack. */
  skill: string, } | { "kind": "exception",
  /** How often. */
  per: FatePer, };

/** A movement of points. */
export type FateEntryPart = {
  /** The same in words. */
  words: Message,
  /** From where. */
  from: FatePurse,
  /** To where. */
  to: FatePurse,
  /** How many. */
  amount: number,
  /** Why. */
  why: FateWhy,
  /** The aspect it was about, or the host's reason. */
  about?: Term, };

/** A character ready to play. */
export type FateExample = {
  /** Its id. */
  id: string,
  /** Who they are, in a sentence. */
  text: Term,
  /** Their sheet. */
  character: FateCharacterDraft, };

/** Free invokes of one holder (F-11). */
export type FateFree = {
  /** Whose. */
  to: FateHolder,
  /** How many. */
  count: number, };

/** A full defence (F-42). */
export type FateFullDefence = {
  /** Which defences it is for, in words. */
  text: string,
  /** Whether it has been needed. */
  needed: boolean, };

/** How something acts by itself: against everyone it reaches, each round, or once when it has
 * counted down (F-45). */
export type FateHazard = {
  /** What it adds to its dice. */
  rating: number,
  /** The track it hits. */
  track: string,
  /** How many rounds are left; it acts when there are none. */
  countdown?: number,
  /** Whether its countdown is over and it has acted. */
  spent?: boolean, };

/** How it is written. */
export type FateHealing = FateHeals | FateHealingTable;

export type FateHealingTable = { after: FateHeals, treat: boolean, };

/** What must pass before a treated consequence is gone (F-33). */
export type FateHeals = "scene" | "session" | "breakthrough" | "host";

/** A hit to be absorbed. */
export type FateHitPart = {
  /** Which one. */
  id: Id,
  /** Who is hit. */
  to: Id,
  /** The track that is hit. */
  track: string,
  /** How many shifts. */
  shifts: number,
  /** Who hit them. */
  by?: Id,
  /** All ways to absorb it; told to those who may know the sheet. */
  ways: Array<FateWay>, };

/** Who holds a free invoke or a choice. */
export type FateHolder = "host" | { "character": Id };

/** Which aspects pay their owner when invoked against them (F-12). */
export type FateHostileScope = "character-aspects" | "all";

/** An invoke that was used on a roll (F-11). */
export type FateInvoked = {
  /** The aspect. */
  aspect: Id,
  /** What it said. */
  name?: Term,
  /** Who invoked it. */
  by: FateHolder,
  /** What for. */
  to: FateUse,
  /** Whether it was free, not paid. */
  free: boolean, };

/** Fate points and how they moved. */
export type FateLedgerPart = {
  /** What is in each purse that is not empty, the bank apart. */
  purses: Array<FatePursePart>,
  /** The latest movements, oldest first. */
  entries: Array<FateEntryPart>,
  /** How many earlier ones are not shown. */
  earlier: number, };

/** A moment on the table's own calendar. */
export type FateMark = {
  /** How many scenes had begun. */
  scenes: number,
  /** How many sessions had begun. */
  sessions: number, };

/** One thing on a sheet put right (B-46). */
export type FateMend = { "kind": "aspect",
  /** The place on the sheet, by its id in the pack. */
  slot: string,
  /** What it says. */
  name: string, } | { "kind": "skills",
  /** Ratings by skill id. */
  skills: Record<string, number>, } | { "kind": "stunt",
  /** In place of which one. */
  stunt?: Id,
  /** As what. */
  draft: FateStuntDraft, } | { "kind": "drop-stunt",
  /** Which one. */
  stunt: Id, } | { "kind": "vitals",
  /** What. */
  text: string, } | { "kind": "refresh",
  /** How much. */
  refresh: number, };

/** A mending that waits for the host's nod. */
export type FateMendPart = {
  /** Which one. */
  id: Id,
  /** Whose sheet. */
  character: Id,
  /** What is to be put right, in words. */
  words: Message, };

/** Who mends a player character's sheet (B-46). */
export type FateMending = "nod" | "free";

/** A milestone reached, with what is left to choose of it (F-52). */
export type FateMilestone = {
  /** Minor or major. */
  kind: FateMilestoneKind,
  /** Changes of a minor milestone left. */
  small: number,
  /** Whether the high concept may still be rewritten. */
  concept: boolean,
  /** Skills that may still be raised. */
  raises: number,
  /** Whether refresh may still be raised. */
  refresh: boolean, };

/** The two kinds of milestone (F-52). */
export type FateMilestoneKind = "minor" | "major" | "arc";

/** What a draft says of one of the host's characters besides the sheet (F-54, F-45). */
export type FateNpcDraft = {
  /** The size, by its id in the pack. */
  size?: string,
  /** Boxes by track, where they are not the size's. */
  boxes?: { [key in string]: number },
  /** The consequences they can take, where they are not the size's. */
  slots?: Array<string>,
  /** How many they are, when they are a mob. */
  mob?: number,
  /** How they act by themselves, when they are a hazard (F-45). */
  hazard?: FateHazard, };

/** A size of the host's characters, as the pack has it (F-54). */
export type FateNpcSize = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** The rating of a skill that is named without one. */
  rating?: number,
  /** Boxes on every track; as for a player character when absent. */
  boxes?: number,
  /** The consequences they can take; all of them when absent. */
  slots?: Array<string>, };

/** What a table may decide for itself. */
export type FateOptions = {
  /** Which aspects pay their owner when invoked against them (F-12). */
  hostile: FateHostileScope,
  /** Whether a boost may declare a detail (F-13). */
  boost_details: boolean,
  /** Where spent points go and compel points come from (F-15). */
  home: FatePointsHome,
  /** How turns are ordered (F-42). */
  order: FateTurnOrder,
  /** Whether a full defence that was never needed gives a boost (F-42). */
  full_defence_boost: boolean,
  /** Victories that win a contest (F-41). */
  victories: number,
  /** What a difficulty is worth that a player names (F-02). */
  difficulty: FateDifficultyRule,
  /** Whether a turn can be spent on a full defence (F-42). */
  full_defence: boolean,
  /** Whether an action against a difficulty waits while somebody could still help, or a stunt
   * be used (F-42, F-51). */
  help_first: boolean,
  /** Whether a player mends their sheet with the host's nod (B-46). */
  mending: FateMending,
  /** What begins a session of the game (F-15). */
  sessions?: FateSessionRule, };

/** How a roll came out (F-03). */
export type FateOutcome = "failure" | "tie" | "success" | "style";

/** What the four outcomes are called (F-03). */
export type FateOutcomeNames = {
  /** Below the target. */
  failure: Term,
  /** The target exactly. */
  tie: Term,
  /** One or two above. */
  success: Term,
  /** Three or more above. */
  style: Term, };

/** How an action comes out. */
export type FateOutcomePart = {
  /** Which outcome. */
  outcome: FateOutcome,
  /** What it is called. */
  name: Term,
  /** How good it is. */
  tone: Tone,
  /** The shifts. */
  shifts: number,
  /** Whether it is final. */
  stands: boolean, };

/** One part of a view. */
export type FatePart = { "kind": "ruleset" } & FateRulesetPart | { "kind": "scene" } & FateScenePart | { "kind": "ledger" } & FateLedgerPart | { "kind": "character" } & FateCharacterPart | { "kind": "action" } & FateActionPart | { "kind": "hit" } & FateHitPart | { "kind": "compel" } & FateCompelPart | { "kind": "options" } & FateOptions;

/** How often a stunt may be used. */
export type FatePer = "scene" | "session" | "always";

/** What an aspect is true of. */
export type FatePlace = "game" | "scene" | { "zone": Id } | { "character": Id };

/** Where spent points go and compel points come from (F-15). */
export type FatePointsHome = "bank" | "host";

/** A scene prepared by the host, who alone sees it until it starts (F-44). */
export type FatePrepared = {
  /** Which one. */
  id: Id,
  /** What it will be called. */
  title: Term,
  /** What it will be like. */
  text: string,
  /** What only the host may read. */
  notes: string,
  /** Its zones. */
  zones: Array<FateZone>,
  /** Which zones adjoin. */
  borders: Array<FateBorder>,
  /** Its aspects. */
  aspects: Array<FatePreparedAspect>,
  /** Who will be there. */
  people: Array<FatePreparedPerson>, };

/** An aspect of a prepared scene. */
export type FatePreparedAspect = {
  /** Which one. */
  id: Id,
  /** What it says. */
  name: Term,
  /** The zone it is in. */
  zone?: Id,
  /** Whether it is true of the whole game. */
  game: boolean,
  /** Whether only the host sees it when the scene has started. */
  hidden: boolean,
  /** Free invokes on it. */
  free: Array<FateFree>, };

/** Someone who will be in a prepared scene. */
export type FatePreparedPerson = {
  /** Who. */
  who: Id,
  /** In which zone. */
  zone?: Id,
  /** Whether only the host sees them when the scene has started. */
  hidden: boolean, };

/** What is added to a prepared scene, or changed in it. */
export type FatePreparing = { "kind": "describe",
  /** What it will be called. */
  title: string,
  /** What it will be like. */
  text: string,
  /** What only the host may read. */
  notes: string, } | { "kind": "zone",
  /** What it is called. */
  name: string, } | { "kind": "border",
  /** One zone. */
  one: Id,
  /** The other. */
  other: Id,
  /** The difficulty of passing; free when absent. */
  barred?: number, } | { "kind": "aspect",
  /** What it says. */
  name: string,
  /** The zone it is in. */
  zone?: Id,
  /** Whether it is true of the whole game. */
  game?: boolean,
  /** Whether only the host sees it when the scene has started. */
  hidden?: boolean,
  /** Whose free invoke comes with it. */
  free?: FateHolder, } | { "kind": "free",
  /** On which aspect. */
  aspect: Id,
  /** Whose. */
  to: FateHolder, } | { "kind": "person",
  /** Who. */
  who: Id,
  /** In which zone. */
  zone?: Id,
  /** Whether only the host sees them when the scene has started. */
  hidden?: boolean, } | { "kind": "carry",
  /** Which one. */
  aspect: Id, } | { "kind": "drop",
  /** Which thing. */
  thing: Id, } | { "kind": "place",
  /** Which. */
  at: number, };

/** What an overcome is for. */
export type FatePurpose = { "for": "plain" } | { "for": "task",
  /** Which one. */
  task: Id, } | { "for": "treat",
  /** Which one. */
  consequence: Id,
  /** What it will be called while it heals. */
  name: string, } | { "for": "reach",
  /** Which one. */
  zone: Id, };

/** Where fate points are. The bank has as many as are asked of it; no other purse goes below zero. */
export type FatePurse = "bank" | "host" | { "character": Id } | "host-later" | "host-conceded" | { "later": Id } | { "conceded": Id } | { "compel": Id };

/** What is in a purse. */
export type FatePursePart = {
  /** Which purse. */
  purse: FatePurse,
  /** How many points. */
  points: number, };

/** What the pack says. */
export type FateRulesetPart = {
  /** The variant's id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it is, in a sentence. */
  blurb: Term,
  /** Where its rules come from. */
  credit: Term,
  /** What is rolled. */
  dice: string,
  /** The outcomes. */
  outcomes: FateOutcomeNames,
  /** Names for numbers. */
  ladder: Array<FateRung>,
  /** The skills. */
  skills: FateSkills,
  /** What a sheet has. */
  sheet: FateSheet,
  /** Stress tracks. */
  tracks: Array<FateTrack>,
  /** Consequences. */
  consequences: Array<FateConsequenceRule>,
  /** The sizes of the host's characters (F-54). */
  npcs: Array<FateNpcSize>,
  /** What the table decided, until the host sets it anew. */
  options: FateOptions,
  /** Characters ready to play. */
  examples: Array<FateExample>, };

/** A rung of the ladder (F-04). */
export type FateRung = {
  /** The number. */
  value: number,
  /** Its name. */
  name: Term, };

/** The scene and what is in it. */
export type FateScenePart = {
  /** Whether a scene is open. */
  open: boolean,
  /** What it is called. */
  title?: Term,
  /** What it is like. */
  text: string,
  /** The host's notes; told to the host alone. */
  notes?: string,
  /** How many sessions have begun. */
  session: number,
  /** Its zones. */
  zones: Array<FateZone>,
  /** Which zones adjoin. */
  borders: Array<FateBorder>,
  /** Who is in which zone. */
  whereabouts: { [key in Id]: Id },
  /** Aspects of the game, the scene and its zones, and boosts. */
  aspects: Array<FateAspectPart>,
  /** The challenge. */
  challenge?: FateChallenge,
  /** The contest. */
  contest?: FateContest,
  /** The conflict. */
  conflict?: FateConflict,
  /** All characters, oldest first. */
  characters: Array<Id>,
  /** All actions under way, oldest first. */
  actions: Array<Id>,
  /** All hits to be absorbed, oldest first. */
  hits: Array<Id>,
  /** All compels to be settled, oldest first. */
  compels: Array<Id>,
  /** Free invokes that will be lost when the scene ends (F-11). */
  unused: Array<Message>,
  /** Mendings that wait for the host's nod (B-46). */
  mends: Array<FateMendPart>,
  /** Scenes prepared, in their order; told to the host alone (F-44). */
  prepared?: Array<FatePrepared>,
  /** The aspects that will vanish when the scene ends (F-11). */
  passing: Array<Id>,
  /** Clocks that run, oldest first (B-43). */
  clocks?: Array<ClockPart>, };

/** What begins a session of the game: refresh, and what heals with it (F-15). */
export type FateSessionRule = "by-hand" | "table";

/** What a player character's sheet has (F-50). */
export type FateSheet = {
  /** The places for aspects; the first is the high concept. */
  aspects: Array<FateAspectSlot>,
  /** Refresh with no more stunts than are free. */
  refresh: number,
  /** The lowest refresh may be. */
  least_refresh: number,
  /** Stunts that cost no refresh. */
  free_stunts: number, };

/** One side of an action. */
export type FateSidePartView = {
  /** Who rolls; nobody for a fixed difficulty. */
  who?: Id,
  /** The skill rolled. */
  skill?: string,
  /** The number, itemised. */
  sum: Sum,
  /** The number on the ladder (F-04). */
  rung: Message,
  /** The last throw. */
  roll?: Roll,
  /** Who helps. */
  helpers: Array<Id>,
  /** Invokes used. */
  invokes: Array<FateInvoked>,
  /** Whether this side lets the result stand. */
  stands: boolean, };

/** A skill or approach. */
export type FateSkill = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term, };

/** The skills, or approaches (F-53). */
export type FateSkills = {
  /** What one is called. */
  name: Term,
  /** All of them. */
  list: Array<FateSkill>,
  /** How many a new player character has at each rating; the rest are at 0 (F-50). */
  pyramid: Array<FateTier>,
  /** The highest a skill can be raised. */
  highest: number, };

/** A consequence slot of a character. */
export type FateSlotPart = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it absorbs. */
  value: number,
  /** The consequence in it. */
  taken?: Id, };

/** Something a character does in their own way (F-51). */
export type FateStunt = {
  /** Which one. */
  id: Id,
  /** What it is called. */
  name: Term,
  /** When and how it works, in words. */
  text: Term,
  /** What it does. */
  effect: FateEffect,
  /** Whether its use is spent for now. */
  used: boolean, };

/** A stunt as written down before play. */
export type FateStuntDraft = {
  /** What it is called. */
  name: Term,
  /** When and how it works, in words. */
  text?: Term,
  /** What it does. */
  effect: FateEffect, };

/** A consequence someone takes. */
export type FateTakenConsequence = {
  /** The slot it fills. */
  slot: string,
  /** What it is called. */
  name: string, };

/** One task of a challenge. */
export type FateTask = {
  /** Which one. */
  id: Id,
  /** What is to be done. */
  name: Term,
  /** How hard it is. */
  difficulty: number,
  /** Whether it was overcome; not yet tried when absent. */
  overcome?: boolean, };

/** A task as written down before play. */
export type FateTaskDraft = {
  /** What is to be done. */
  name: string,
  /** How hard it is. */
  difficulty: number, };

/** A row of the pyramid (F-50). */
export type FateTier = {
  /** The rating. */
  rating: number,
  /** How many skills have it. */
  count: number, };

/** A stress track (F-30). */
export type FateTrack = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** Boxes without the skill, each worth one; none where [`Track::values`] says them. */
  boxes: number,
  /** What each box absorbs, without the skill (P-40); one each when absent. */
  values?: Array<number>,
  /** The most boxes that are marked for one hit (P-40); no bound when absent. */
  per_hit?: number,
  /** The skill that gives more. */
  skill?: string,
  /** Boxes from a rating on, lowest first. */
  more: Array<FateBoxStep>,
  /** The rating from which there is one more consequence of a kind. */
  extra_from?: number,
  /** The kind of consequence of which there is one more. */
  extra?: string, };

/** A stress track of a character. */
export type FateTrackPart = {
  /** The track's id in the pack. */
  id: string,
  /** What it is called. */
  name: Term,
  /** How many boxes there are. */
  boxes: number,
  /** How many are marked. */
  marked: number,
  /** What each box absorbs, where they differ or only so many are marked for one hit (P-40). */
  values?: Array<number>,
  /** Which boxes are marked then, counted from 0. */
  marks?: Array<number>, };

/** How turns are ordered (F-42). */
export type FateTurnOrder = "popcorn" | "listed";

/** What an invoke does to a roll (F-11). */
export type FateUse = "bonus" | "reroll";

/** What a use of an invoke would do (F-05). */
export type FateUsePart = {
  /** Whether for the opposition. */
  opposition: boolean,
  /** +2 or reroll. */
  to: FateUse,
  /** The chances then. */
  chances: Chances, };

/** One way to absorb a hit (F-31). */
export type FateWay = {
  /** How many shifts boxes absorb: how many are marked, where each is worth one. */
  boxes: number,
  /** The slots that are filled. */
  slots: Array<string>,
  /** Which boxes are marked, counted from 0, where they differ (P-40). */
  marks?: Array<number>, };

/** Why points moved. */
export type FateWhy = "refresh" | "pool" | "invoke" | "detail" | "hostile" | "hostile-paid" | "compel-offered" | "compelled" | "compel-refused" | "compel-back" | "proposed" | "conceded" | "concession-paid" | "adjusted";

/** A place within the scene (F-43). */
export type FateZone = {
  /** Which one. */
  id: Id,
  /** What it is called. */
  name: Term, };

/** A field of an offered command that may be changed. */
export type Field = {
  /** Where it is in the command: keys joined by `/`, as in a JSON pointer without its first `/`. */
  path: string,
  /** What it is called. */
  label: Message,
  /** What it may be. */
  bounds: Bounds, };

/** `GET /api/tables/{id}/notes`: notes that say something. */
export type FindNotes = {
  /** What; empty finds all. */
  text: string, };

/** What a seat can do with a thing that is always on the page, by the names of verbs.
 *
 * Each is accepted as it stands: the verb's command on this thing. */
export type Flags = {
  /** The thing. */
  of: Subject,
  /** The thing it is in, where commands need to know: the roll of a line. */
  in?: Id,
  /** What the seat can do with it, likeliest first. */
  can: Array<string>, };

/** The lines that were found, in order; the last hundred if there are more. */
export type Found = {
  /** The lines. */
  lines: Array<NumberedLine>, };

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
  quote: Quote, } } | { "offered": {
  /** Which `ask`. */
  ask: number,
  /** Each is accepted as it stands, as long as nothing changes. */
  offers: Offer<unknown>[], } } | { "looked": {
  /** Which `ask`. */
  ask: number,
  /** The parts. */
  parts: Record<string, unknown>, } } | { "earlier": {
  /** Which `ask`. */
  ask: number,
  /** The lines. */
  lines: Array<NumberedLine>, } } | { "completed": {
  /** Which `ask`. */
  ask: number,
  /** The first character of the line that is replaced; everything after it is. */
  from: number,
  /** What it could become, likeliest first. */
  words: Array<Completion>, } } | { "understood": {
  /** Which `ask`. */
  ask: number,
  /** The commands of the game it would give, in their order. */
  commands: unknown[], } } | { "ask_refused": {
  /** Which `ask`. */
  ask: number,
  /** Why not. */
  refusal: Refusal, } } | { "closing": {
  /** Why. */
  reason: Message,
  /** Whether coming back with a bookmark makes sense. */
  again: boolean, } };

/** Which game a table plays, for those who are not at it. */
export type GameName = {
  /** The family of its rules. */
  family: string,
  /** The ruleset's id. */
  pack: string,
  /** What it is called. */
  name: Term,
  /** What it is, in a sentence. */
  blurb: Term, };

/** What a link gives. */
export type Grants = "seat" | "invite";

/** A page of the table that was put before people. */
export type Handout = {
  /** Which note. */
  note: Id,
  /** Its picture. */
  plate?: Plate, };

/** A thing's identity: 60 bits, written as twelve letters and digits.
 *
 * New ids are a keyed hash of the command that made the thing, so they tell nothing about how
 * many others there are or when they were made. */
export type Id = string;

/** Somebody who asks for a seat, of [`LinksPart`]. */
export type KnockPart = {
  /** Which seat. */
  seat: SeatId,
  /** When. */
  at: string, };

/** `POST /api/tables/{id}/knock`: asks for the seat of a name that is taken (B-06). */
export type KnockTable = {
  /** The invitation's token. */
  token: string,
  /** The name of the seat. */
  name: string, };

/** Somebody may come back once a host has nodded. */
export type Knocked = {
  /** The token that then opens the seat, as a personal link's does. */
  token: string, };

/** `table/library`: what the pack ships for hosts to bring (B-44). Only hosts have it. */
export type LibraryPart = {
  /** The things. */
  things: Array<ReadyThing>, };

/** One entry of the story as a viewer may read it. */
export type Line = {
  /** What happened. */
  message: Message,
  /** The dice, if any were rolled. */
  roll?: Roll,
  /** The number behind it, itemised. */
  sum?: Sum,
  /** How it went, for its colour and shape. */
  tone?: Tone,
  /** How numbers in it that are no plain sums were worked out (B-14). */
  why?: Array<Calculation>,
  /** What was handed out with it (B-43). */
  handout?: Handout, };

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
  devices: Array<DevicePart>,
  /** Who asks for a seat of theirs (B-06). */
  knocks?: Array<KnockPart>, };

/** `POST /api/tables`: makes a table. */
export type MakeTable = {
  /** What it is called. */
  title: string,
  /** The id of the ruleset; not asked for where [`MakeTable::pack_text`] says it. */
  pack: string,
  /** A pack file of the host's own, as text (P-71). */
  pack_text?: string,
  /** The language of its exports: `zh-Hans`, `zh-Hant` or `en`. */
  language: string,
  /** The time zone of its exports, as `Asia/Shanghai`. */
  time_zone: string,
  /** The name of the one who makes it. */
  host_name: string,
  /** The key this server asks of those who make tables, if it asks for one (B-02). */
  create_key?: string,
  /** What is decided from the start: commands of [`PackCard::settings`], varied as their fields
   * allow. */
  settings?: Record<string, unknown>[],
  /** Values of [`PackCard::choices`] by their keys, where they are not the ruleset's own (P-16). */
  choices?: { [key in string]: string },
  /** Whether it is for trying things out alone: it begins with a scene, someone to play and
   * something in the way (B-08). */
  alone?: boolean, };

/** `GET /api/tables/{id}/me`, and the answer to entering: the seat this browser sits on. */
export type Me = {
  /** Which seat. */
  seat: SeatId,
  /** What it may do. */
  role: Role,
  /** Its name. */
  name: string,
  /** The table's title. */
  title: string,
  /** What is played. */
  game: GameName,
  /** What the game waits for this seat to do (B-06). */
  waits: Array<Message>, };

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

/** A theme of a character who comes from elsewhere, as it has grown there (B-51). */
export type MistBroughtTheme = {
  /** What is written on it. */
  theme: MistThemeDraft,
  /** Marks on the improve track. */
  improve?: number,
  /** Marks on the decay track. */
  decay?: number,
  /** Growths taken. */
  growths?: number,
  /** The tags that are burnt, by their places: the powers from 0 on, then the weaknesses. */
  burnt?: Array<number>, };

/** How a case ended. */
export type MistCaseEnd = "closed" | "abandoned";

/** A closed case (M-38). */
export type MistCasePart = {
  /** Which one. */
  id: Id,
  /** What it is called. */
  title: Message,
  /** How it ended. */
  end?: MistCaseEnd,
  /** The tier the countdown had. */
  countdown?: number,
  /** The tiers of the indexes, by question. */
  indexes: { [key in string]: number },
  /** What was to be found out. */
  mysteries: Array<MistMystery>,
  /** What was found out. */
  clues: Array<MistCluePart>,
  /** What was concluded. */
  conclusions: Array<MistConclusionPart>,
  /** The traits that came to light. */
  traits: Array<MistTraitPart>, };

/** A challenge as the host writes it down. */
export type MistChallengeDraft = {
  /** What it is called. */
  name: string,
  /** What it is like. */
  text: string,
  /** Whether only the host sees it for now. */
  hidden: boolean,
  /** Whether nothing about it is strange (M-08). */
  mundane?: boolean,
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
  /** Whether nothing about it is strange (M-08). */
  mundane?: boolean,
  /** Whether it stays from scene to scene (M-56). */
  stays?: boolean,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** What could be changed about a roll, beside adding to it. */
export type MistChange = { "kind": "burn-line",
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
  /** What it is about, in words, if that is not a line of the roll. */
  words?: Message,
  /** The power then. */
  power: number, };

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
  /** What it has come to be. */
  role: MistClueRole,
  /** Who sees it; told to the host alone. */
  seen?: Audience, };

/** What a clue has come to be. */
export type MistClueRole = "open" | "supporting" | "refuting";

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
  hidden?: boolean, } | { "do": "bring-character",
  /** Their name. */
  name: Term,
  /** Their themes. */
  themes: Array<MistBroughtTheme>,
  /** Evolution marked so far (M-57). */
  evolution?: number,
  /** The seat that plays them; the sender's own, for a player. */
  seat?: SeatId, } | { "do": "take-example",
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
  text: string, } | { "do": "take-scene",
  /** The scene's id in the pack. */
  scene: string, } | { "do": "set-present",
  /** Which one. */
  character: Id,
  /** Whether. */
  present: boolean, } | { "do": "step-scene",
  /** To which step. */
  step: MistStep, } | { "do": "end-scene",
  /** Story tags and challenges to keep. */
  keep: Array<Id>, } | { "do": "add-challenge",
  /** What it is. */
  challenge: MistChallengeDraft, } | { "do": "set-mundane",
  /** Which one. */
  challenge: Id,
  /** Whether. */
  mundane: boolean, } | { "do": "remove-challenge",
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
  /** The similar status it stacks onto, or the limit whose status it is. */
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
  /** The threat it comes from; it stays until somebody deals with it. */
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
  clue: Id, } | { "do": "name-case",
  /** What it is called. */
  title: string, } | { "do": "reopen-case",
  /** Which one. */
  case: Id, } | { "do": "refute",
  /** Which conclusion. */
  conclusion: Id,
  /** A clue that is there. */
  clue?: Id,
  /** Or what a new one says. */
  text?: string, } | { "do": "add-clock",
  /** What it is called. */
  name: string,
  /** How long it is. */
  boxes: number,
  /** Which way it goes. */
  counts?: ClockCounts,
  /** What happens at its end. */
  text?: string,
  /** Whether only the host sees it for now. */
  hidden?: boolean, } | { "do": "move-clock",
  /** Which one. */
  clock: Id,
  /** By how many steps. */
  by: number, } | { "do": "remove-clock",
  /** Which one. */
  clock: Id, } | { "do": "look-back",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id,
  /** Which track. */
  track: MistTrack, } | { "do": "decide-status",
  /** Which one. */
  status: Id,
  /** By how many tiers it is lowered; 0 keeps it. */
  by: number, } | { "do": "mark-improve",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id,
  /** Why (M-43). */
  reason?: string, } | { "do": "mark-decay",
  /** Whose. */
  character: Id,
  /** Which theme. */
  theme: Id,
  /** Why (M-43). */
  reason?: string, } | { "do": "grow",
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
  /** Challenges it does not suppress, of all that are near. Host. */
  exempt?: Array<Id>, };

/** A conclusion in the file (M-38). */
export type MistConclusionPart = {
  /** Which one. */
  id: Id,
  /** The mystery it answers. */
  mystery?: Id,
  /** The question of the pack it answers. */
  question?: string,
  /** What was asked. */
  about: Term,
  /** How it was written. */
  how: MistWritten,
  /** Who led it. */
  by?: Term,
  /** What it says. */
  text: Term,
  /** Its verdict. */
  finding: MistFinding,
  /** The verdict in words. */
  words: Message,
  /** The band it fell into. */
  outcome: Term,
  /** The power it was rolled with. */
  power: number,
  /** What the dice came to. */
  total: string,
  /** The clues that counted. */
  clues: Array<MistCountedClue>,
  /** The clue that refutes it. */
  refuted_by?: Term,
  /** Whether the host is still to name it. */
  unrefuted?: boolean, };

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

/** A clue that counted for or against a conclusion. */
export type MistCountedClue = {
  /** What it says. */
  text: Term,
  /** For or against. */
  polarity: MistPolarity, };

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
  /** The similar status it stacks onto, or the limit whose status it is (M-05). */
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
  text: string, } | { "kind": "clock",
  /** Which clock. */
  clock?: Id,
  /** By how many steps towards its end; away from it when negative. */
  by: number, } | { "kind": "feat",
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

/** The case file, beside its clues (M-38). */
export type MistFilePart = {
  /** What the case is called. */
  title: Message,
  /** How it ended. */
  end?: MistCaseEnd,
  /** What was concluded, oldest first. */
  conclusions: Array<MistConclusionPart>,
  /** The traits that came to light, oldest first. */
  traits: Array<MistTraitPart>,
  /** The cases before, oldest first. */
  archive: Array<MistCasePart>, };

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

/** Whether a conclusion is right (M-36, M-37). */
export type MistFinding = "right" | "almost-right" | "not-wholly-wrong" | "badly-wrong" | "refuted";

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
  text: Term, } | { "kind": "clock",
  /** Which clock. */
  clock?: Id,
  /** By how many steps towards its end. */
  by: number, } | { "kind": "narrate",
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

/** The checklist of looking back (M-43). */
export type MistLookingBackPart = {
  /** For each character in play what is asked and what was decided. */
  characters: Array<MistRecallPart>,
  /** How much is still open. */
  open: number, };

/** A lost theme, as it is remembered until its place is filled. */
export type MistLostTheme = {
  /** Its kind. */
  kind: MistKind,
  /** Its title. */
  title: Term,
  /** Its motive. */
  motive: Term,
  /** The names of its power tags. */
  powers: Array<Term>, };

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
  no_reuse: boolean,
  /** What its outcomes are called; as any other roll's when absent. */
  words?: MistMitigateWords, };

/** What the outcomes of a mitigation are called (M-30). */
export type MistMitigateWords = {
  /** Nothing is mitigated. */
  failure: Term,
  /** Its power mitigates. */
  mixed: Term,
  /** It mitigates, with what a full success adds. */
  full: Term, };

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

/** The chances with some power. */
export type MistOddsPart = {
  /** The power. */
  power: number,
  /** The chances, in hundredths of a percent, one per band. */
  chances: Array<number>, };

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
  waits: boolean,
  /** Whether a power ran out of control, and it is what that does (M-35). */
  loose?: boolean, };

/** What is left behind by a lost theme, until the story settles it (M-55). */
export type MistPang = {
  /** Which one. */
  id: Id,
  /** The title of the lost theme. */
  title: Term,
  /** Whether the host has called it in. */
  called: boolean, };

/** One part of a view. */
export type MistPart = { "kind": "ruleset" } & MistRulesetPart | { "kind": "story" } & MistStoryPart | { "kind": "clues" } & MistCluesPart | { "kind": "file" } & MistFilePart | { "kind": "looking-back" } & MistLookingBackPart | { "kind": "scene" } & MistScenePart | { "kind": "character" } & MistCharacterPart | { "kind": "challenge" } & MistChallengePart | { "kind": "roll" } & MistRollPart | { "kind": "consequence" } & MistConsequencePart;

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
  needs_opportunity: boolean,
  /** Whether entering it needs every question of the file answered (M-37). */
  needs_answers?: boolean, };

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

/** What a plunge costs in one band (M-35). */
export type MistPricePart = {
  /** The band. */
  name: Term,
  /** How good it is. */
  tone: Tone,
  /** The price, part by part. */
  words: Array<Message>, };

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

/** What looking back asks of a character. */
export type MistRecallPart = {
  /** Which one. */
  character: Id,
  /** Two questions for each theme. */
  questions: Array<MistRecallQuestion>,
  /** The statuses, and whether each was decided on. */
  statuses: Array<MistRecallStatus>,
  /** How many lost themes are to be replaced. */
  vacancies: number,
  /** The burnt tags that came back. */
  recovered?: Array<Term>, };

/** A question about a theme (M-50, M-53). */
export type MistRecallQuestion = {
  /** Which theme. */
  theme: Id,
  /** Which track it would mark. */
  track: MistTrack,
  /** What is asked. */
  when: Term,
  /** Whether it was marked; nothing until it is answered. */
  marked?: boolean,
  /** Why it was marked, if that was said. */
  why?: string,
  /** What marked this track by a roll in this mission. */
  noted?: Array<Message>, };

/** A status to decide on. */
export type MistRecallStatus = {
  /** Which one. */
  status: Id,
  /** Whether it was. */
  decided: boolean,
  /** Whether it was kept as it is. */
  kept?: boolean, };

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
  /** What a plunge will cost, by outcome, once its degree is set (M-35). */
  prices?: Array<MistPricePart>,
  /** What whoever rolls should know before the dice fall (M-30). */
  warning?: Message,
  /** What each thing in sight would do that could still count, before the dice fall (B-20);
   * those that would do the same together. */
  sources: Array<MistSourcePart>,
  /** What every other change would do. */
  changes: Array<MistChangePart>,
  /** The chances with each power that one of them leads to. */
  odds: Array<MistOddsPart>,
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
  owed: Array<MistOwedPart>,
  /** Clocks that run, oldest first (M-44). */
  clocks?: Array<ClockPart>, };

/** Things of which each could be added to a roll, and the power then. */
export type MistSourcePart = {
  /** Which tags, statuses or clues. */
  of: Array<Id>,
  /** If it helps. */
  help: number,
  /** If it hinders. */
  hinder: number,
  /** If it helps and is burnt, where it may be. */
  burn?: number, };

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

/** One of a theme's two tracks. */
export type MistTrack = "improve" | "decay";

/** A trait of the anomaly that came to light. */
export type MistTraitPart = {
  /** Which one. */
  id: Id,
  /** What it says. */
  name: Term,
  /** The challenge it was seen in. */
  of?: Term, };

/** The place of a lost theme (M-54). */
export type MistVacancy = {
  /** The kind of theme that will fill it. */
  kind: MistKind,
  /** Whether a full theme fills it, at once: an avatar's gifts (M-58). */
  full: boolean,
  /** What was lost; older logs do not say. */
  lost?: MistLostTheme, };

/** What the host has said to a line (B-21). */
export type MistVerdict = "proposed" | "approved" | "struck" | "questioned";

/** How a conclusion was written. */
export type MistWritten = { "deduced": string } | "tested" | "answered";

/** A roll that mattered. */
export type Moment = {
  /** The number of its line. */
  n: number,
  /** Who rolled. */
  by?: string,
  /** What it says. */
  line: Line,
  /** How likely dice as far from their mean as these are, or farther. */
  chance: number, };

/** A note of [`NotesPart`], without all it says: that is asked for when somebody opens it. */
export type NotePart = {
  /** Which. */
  id: Id,
  /** Who wrote it. */
  by: SeatId,
  /** What that seat is called. */
  name: string,
  /** Its title. */
  title: string,
  /** How it begins. */
  begins: string,
  /** Its picture. */
  plate?: Plate,
  /** Who may read it, beside the host. */
  to: Audience,
  /** Whether it was handed out. */
  shown: boolean,
  /** When it was last written. */
  at: string, };

/** A note with all it says. */
export type NoteText = {
  /** The note. */
  note: NotePart,
  /** What it says. */
  text: string, };

/** `table/notes`: the notes the viewer may read (B-43), in the order they were first written. There
 * is no such part while there are none. */
export type NotesPart = {
  /** The notes. */
  notes: Array<NotePart>, };

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
  /** What taking it does, for a button: the verb's own word, `FAMILY-act-VERB`. */
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

/** Rules a table could move to. */
export type OfferedPack = {
  /** Their id. */
  id: string,
  /** What they are called. */
  name: Term,
  /** Their version; empty if they say none. */
  version: string,
  /** Whether they are not just what the table plays by. */
  differs: boolean,
  /** What they leave open (P-16). */
  choices?: Array<PackChoice>, };

/** The rules a table plays by, and those of its family it could move to (P-80). */
export type OfferedPacks = {
  /** The id of the rules it plays by. */
  id: string,
  /** Their version; empty if they say none. */
  version: string,
  /** What they leave open (P-16). */
  choices?: Array<PackChoice>,
  /** What the server offers. */
  packs: Array<OfferedPack>, };

/** Something of a game that the new pack has no place for. */
export type PackBreak = {
  /** Which, for [`Decisions`]: `skills.lore`. */
  key: string,
  /** What it is, and how much of the game has it. */
  what: Message,
  /** What of the new pack it can become. */
  to: Array<Choice>, };

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
  dice: string,
  /** What its host may decide as the table is made, for [`MakeTable::settings`]. */
  settings?: Offer<unknown>[],
  /** What it leaves to whoever makes a table, for [`MakeTable::choices`] (P-16). */
  choices?: Array<PackChoice>, };

/** A choice as it is offered. */
export type PackChoice = {
  /** The key. */
  key: string,
  /** What is chosen. */
  name: Term,
  /** The values there are, as they are written. */
  values: Array<string>,
  /** The value it has. */
  now: string, };

/** What is to become of something the new pack has no place for. Nothing is lost unless it is
 * dropped. */
export type PackDecision = { "map": string } | "note" | "drop";

/** Something in which two packs differ. */
export type PackDifference = {
  /** The key, with the ids of entries: `consequences.mild.value`. */
  path: string,
  /** What the first says, in one line of TOML; none if it has no such key. */
  before?: string,
  /** What the second says. */
  after?: string, };

/** What would come of moving a game to another pack (P-80). */
export type PackMove = {
  /** In which keys the new pack differs. */
  differences: Array<PackDifference>,
  /** What of the game it has no place for. */
  breaks: Array<PackBreak>,
  /** Whether something waits that must be settled first. */
  unsettled: boolean, };

/** Where a table takes rules from. */
export type PackSource = { "offered": string } | { "text": string } | { "chosen": {
  /** Which; the rules the table plays by when absent. */
  of?: PackSource,
  /** The values by their keys. */
  choices: { [key in string]: string }, } };

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
  name?: string,
  /** The host who is asked for (B-07). */
  host: string,
  /** The players who sit there. */
  players: Array<string>,
  /** What is played, and what that is in a sentence. */
  game: GameName,
  /** Who of the ruleset can be played at once: whoever sits down may name one at the door (B-07). */
  cast: Array<CastMember>, };

/** `POST /api/tables/{id}/peek`: what does a link lead to? Nobody joins by asking (B-02). */
export type PeekLink = {
  /** The link's token. */
  token: string, };

/** A picture is kept. */
export type PictureBrought = {
  /** Which. */
  picture: Id, };

/** A picture of [`PicturesPart`]. */
export type PicturePart = {
  /** The picture. */
  plate: Plate,
  /** What it is called. */
  name: string,
  /** Who brought it. */
  by?: SeatId,
  /** How many bytes it takes. */
  bytes: number, };

/** `table/pictures`: the viewer's own pictures, or all for a host, in the order they came. There is
 * no such part while there are none. */
export type PicturesPart = {
  /** The pictures. */
  pictures: Array<PicturePart>,
  /** How many bytes they take of the viewer's share. */
  used: number,
  /** How many they may take. */
  most: number, };

/** A line and where in the session it stands. */
export type Placed = {
  /** The number of the line. */
  n: number,
  /** What it says. */
  line: Line,
  /** Where in the session, from 0 to 1. */
  place: number, };

/** A picture to be shown, and how large it is, so that nothing moves when it comes. */
export type Plate = {
  /** Which picture. */
  picture: Id,
  /** How wide it is. */
  width: number,
  /** How high it is. */
  height: number, };

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

/** A prepared scene of [`DeskPart`]. */
export type PreparedScenePart = {
  /** Which. */
  id: Id,
  /** What it will be called. */
  title: string,
  /** What is read aloud when it begins. */
  text: string,
  /** What only the host may read. */
  notes: string,
  /** What will be in it. */
  things: Array<ReadyThing>,
  /** Notes to hand out in it. */
  handouts: Array<Id>,
  /** Whether it is for now. */
  standing: Standing,
  /** Whether it was started, and that stands. */
  played: boolean,
  /** Whether it was the last that was. */
  on_stage: boolean, };

/** `table/presence`: who is here and who is typing (B-42). Not logged. */
export type PresencePart = {
  /** Seats with a device attached. */
  here: Array<SeatId>,
  /** Seats that are typing. */
  typing: Array<SeatId>, };

/** `GET /api/packs/quarantined`: a file of rules that is not offered, because something is wrong
 * with it. */
export type QuarantinedPack = {
  /** Its name in the folder of packs. */
  file: string,
  /** What is wrong, and where. */
  reason: Message, };

/** What a command would do: its number, its chances, its price. Pure and never logged. */
export type Quote = {
  /** The number it would act with. */
  sum?: Sum,
  /** The exact chances of each outcome. */
  chances?: Chances,
  /** Anything else worth knowing first: costs, times, limits. */
  notes?: Array<Message>,
  /** Numbers that would follow, each with how it is worked out. */
  calculations?: Array<Calculation>,
  /** When an act would land. */
  timing?: Timing, };

/** The same with the thing itself, as it is kept and sent. */
export type ReadyThing = {
  /** The thing, as its family writes it. */
  thing: unknown,
  /** What it is: a challenge, a zone, a fighter. */
  kind: Message,
  /** What it is called. */
  name: Term,
  /** What it is like. */
  text: Term,
  /** What else is worth knowing, in a few words each: 击退 4. */
  marks: Array<Message>,
  /** Whether only the host sees it when it is brought. */
  hidden: boolean, };

/** A session, looked back at. */
export type Recap = {
  /** Which session. */
  session: number,
  /** When it began. */
  began: string,
  /** When the last of it was told. */
  ended: string,
  /** Its scenes, first to last: the lines that begin them, and where in it they stand. */
  scenes: Array<Placed>,
  /** How many rolls there were. */
  rolls: number,
  /** How many came out how. */
  tones: Tones,
  /** The dice that were rolled most, beside what was to be expected. */
  dice?: DiceFallen,
  /** The rolls that mattered, in order: the least likely. */
  moments: Array<Moment>,
  /** Who grew, what was lost, where points went; in order. */
  changes: Array<Changed>,
  /** Who was on stage when. */
  spotlight: Array<Spot>, };

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

/** A rule, explained with the numbers and names of the table's pack (P-15). */
export type RuleText = {
  /** Its id: `M-11`. */
  id: string,
  /** What it is called. */
  title: string,
  /** Other words it is found by. */
  also: Array<string>,
  /** The explanation. */
  text: string,
  /** The family it is of; `table` for what every table plays by. */
  family: string,
  /** The chapter it stands in. */
  chapter: string, };

/** A seat's salt. */
export type SaltPart = {
  /** Whose. */
  seat: SeatId,
  /** The salt. */
  salt: string, };

/** `GET /api/tables/{id}/search`: lines the asking seat was told that say something (B-41). */
export type Search = {
  /** What. */
  text: string,
  /** The language the reader reads in. */
  language?: string,
  /** Only lines before this one: to find more. */
  before?: number, };

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

/** A thing that a host keeps, of [`DeskPart`]. */
export type ShelvedPart = {
  /** Which. */
  id: Id,
  /** The thing, as its family writes it. */
  thing: unknown,
  /** What it is: a challenge, a zone, a fighter. */
  kind: Message,
  /** What it is called. */
  name: Term,
  /** What it is like. */
  text: Term,
  /** What else is worth knowing, in a few words each: 击退 4. */
  marks: Array<Message>,
  /** Whether only the host sees it when it is brought. */
  hidden: boolean, };

/** `GET /api/tables/{id}/pictures/{picture}`: a picture. */
export type ShowPicture = {
  /** Whether a small one will do. */
  small?: boolean, };

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

/** When somebody was on stage. */
export type Spot = {
  /** Who: the name of the seat. */
  name: string,
  /** How much of all that was said and done is theirs, from 0 to 1. */
  share: number,
  /** Where in the session, from 0 to 1. */
  places: Array<number>, };

/** Whether a prepared scene is for now (B-44). */
export type Standing = "ready" | "later" | "skipped";

/** What became of a die. */
export type State = "kept" | "dropped" | "rerolled" | "counted" | "missed";

/** One step of a [`Calculation`]. */
export type Step = {
  /** How it joins what stands before: `×`, `+`; empty for the first. */
  sign: string,
  /** Where it comes from. */
  source: Message,
  /** What it is; empty where the source says all. */
  value: string, };

/** What an act is about: a thing by its id, or something without an id by its name. */
export type Subject = string;

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

/** A command of the table itself, whatever the rules. */
export type TableCommand = { "do": "change",
  /** The new title. */
  title?: string,
  /** The new language. */
  language?: string,
  /** The new time zone, as `Asia/Shanghai`. */
  time_zone?: string, } | { "do": "change-pack",
  /** To which. */
  to: PackSource,
  /** What becomes of what they have no place for; what is not here is kept as a note. */
  decisions?: { [key in string]: PackDecision }, } | { "do": "add-seat",
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
  seat: SeatId, } | { "do": "remove-seats",
  /** Which. */
  seats: Array<SeatId>, } | { "do": "close-door",
  /** Whether those are removed, too, who came by one and have done nothing since. */
  sweep?: boolean, } | { "do": "say",
  /** How. */
  voice: Voice,
  /** What. */
  text: string, } | { "do": "roll",
  /** The dice, and after them what for. */
  notation: string,
  /** Who sees it. */
  audience?: Audience,
  /** Whose sheet the names in it are read from; the seat's only one when absent. */
  actor?: Id, } | { "do": "roll-by-hand",
  /** The dice, and after them what for. */
  notation: string,
  /** What they show: all dice as thrown, then those thrown again. */
  faces: number[],
  /** Who sees it. */
  audience?: Audience,
  /** Whose sheet the names in it are read from; the seat's only one when absent. */
  actor?: Id, } | { "do": "play-by-hand",
  /** What they show, in the order the command throws them. */
  faces: number[],
  /** The command of the game. */
  command: unknown, } | { "do": "set-salt",
  /** Anything. */
  salt: string, } | { "do": "begin-session" } | { "do": "end-session" } | { "do": "undo" } | { "do": "redo" } | { "do": "rewind-to",
  /** The point, as the host's lines show it. */
  point: number, } | { "do": "take-back" } | { "do": "pause",
  /** Whether nobody is to know who asked. */
  anonymous: boolean, } | { "do": "resume" } | { "do": "nod",
  /** Which seat they asked for. */
  seat: SeatId,
  /** Whether they may. */
  yes: boolean, } | { "do": "write-note",
  /** Which; a new one if none. */
  note?: Id,
  /** Its title. */
  title: string,
  /** What it says. */
  text?: string,
  /** Its picture. */
  picture?: Id,
  /** Who may read it, beside whoever wrote it and the host. */
  to?: Audience,
  /** Whether it is handed out to them at once. */
  show?: boolean, } | { "do": "erase-note",
  /** Which. */
  note: Id, } | { "do": "hand-out",
  /** Which. */
  note: Id,
  /** Before whom. */
  to?: Audience, } | { "do": "prepare-scene",
  /** Which; a new one if none. */
  scene?: Id,
  /** What it will be called. */
  title: string,
  /** What is read aloud when it begins. */
  text?: string,
  /** What only the host may read. */
  notes?: string,
  /** What will be in it: things as the family writes them, or commands that make them. */
  things?: unknown[],
  /** Notes to hand out in it. */
  handouts?: Array<Id>,
  /** Whether it is for now, for later, or passed over. */
  standing?: Standing, } | { "do": "place-scene",
  /** Which. */
  scene: Id,
  /** Where. */
  at: number, } | { "do": "drop-scene",
  /** Which. */
  scene: Id, } | { "do": "start-scene",
  /** Which. */
  scene: Id, } | { "do": "bring",
  /** The thing, or a command that makes one. */
  thing: unknown,
  /** Whose it will be, where it is to be somebody's. */
  to?: Id, } | { "do": "shelve",
  /** The thing, or a command that makes one. */
  thing: unknown, } | { "do": "unshelve",
  /** Which. */
  id: Id, } | { "do": "erase-picture",
  /** Which. */
  picture: Id, } | { "do": "set-face",
  /** What: the key of its part (`character/…`, `challenge/…`), or `scene/` and the title of
   * a scene. */
  of: string,
  /** The picture. */
  picture?: Id, };

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
  paused: boolean,
  /** Why the table can only be read: its rules make the program fail. */
  fault?: Message, };

/** `POST /api/tables/{id}/characters`: the characters of a file, which is the body (B-51). */
export type TakeCharacters = {
  /** Made by the page, so that asking again takes each in once. */
  command: CommandId,
  /** Whose they are; a host may say so. */
  seat?: SeatId, };

/** What became of a character that was taken in. */
export type TakenIn = {
  /** Which one it is at this table. */
  character: Id,
  /** What they are called. */
  name: string,
  /** What was not understood, or not taken, a message for each thing. */
  left: Array<Message>,
  /** The note that keeps it. */
  note?: Id, };

/** A name a pack gives to a thing: one text for every language, or one per language.
 *
 * The texts are shared: names are in every view, offer and line, and copying one costs nothing. */
export type Term = string | {
  /** Simplified Chinese. */
  "zh-Hans": string,
  /** Traditional Chinese. */
  "zh-Hant"?: string,
  /** English. */
  en?: string, };

/** An act. */
export type TimelineActPart = {
  /** What. */
  deed: TimelineDeed,
  /** What that is called. */
  name: Message,
  /** The one it is aimed at, by name. */
  target?: Message,
  /** With which attribute. */
  attribute?: TimelineAttribute,
  /** The impact declared. */
  impact: TimelineAmount,
  /** What is left of it, amplified by weapons and lessened by interactions. */
  left: TimelineAmount,
  /** When it was declared. */
  start: TimelineAmount,
  /** When it lands. */
  end: TimelineAmount,
  /** The weapon's name. */
  weapon?: string,
  /** The player's own words. */
  note: string, };

/** Whom a deed is aimed at first (T-34). */
export type TimelineAim = "enemy" | "ally" | "maybe";

/** A number with two decimals: an attribute, an impact, a stretch of time in T, a distance in D.
 *
 * On the wire it is the whole number of hundredths. A pack may also write it as people do, in
 * quotes: `"12.5"`. */
export type TimelineAmount = number;

/** One of the eleven attributes. */
export type TimelineAttribute = "constitution" | "dexterity" | "strength" | "willpower" | "education" | "intelligence" | "medicine" | "engineering" | "military" | "literature" | "arts";

/** An attribute of a character. */
export type TimelineAttributePart = {
  /** Which. */
  attribute: TimelineAttribute,
  /** What it is called. */
  name: Message,
  /** Its value after buffs. */
  value: TimelineAmount,
  /** How buffs worked it out; none touches it when absent. */
  calculation?: string,
  /** The success rate against the table's target number, in percent. */
  rate?: number, };

/** Something carried (T-07). */
export type TimelineBelonging = {
  /** Which one. */
  id: Id,
  /** Where it is, or in what state. */
  place: string,
  /** What it is. */
  text: string,
  /** What it weighs; 10 is about a kilogram. */
  load: TimelineAmount, };

/** What a trigger does for its bearer. */
export type TimelineBoon = "restore" | { "hit-points": TimelineAmount } | { "willpower": TimelineAmount } | { "level": number } | { "effects": Array<TimelineEffect> };

/** Something that raises or lowers attributes. */
export type TimelineBuff = {
  /** Which one. */
  id: Id,
  /** Where it comes from. */
  source: string,
  /** What it touches. */
  range: TimelineRange,
  /** How much. */
  value: TimelineWorth,
  /** Where it stands in the calculation. */
  kind: TimelineBuffKind, };

/** What a buff does. */
export type TimelineBuffDraft = {
  /** Where it comes from. */
  source: string,
  /** What it touches. */
  range: TimelineRange,
  /** How much. */
  value: TimelineWorth,
  /** Where it stands in the calculation. */
  kind: TimelineBuffKind, };

/** Where a buff stands in ((value + ①) × (1 + ②) + ③) × (1 + ④). */
export type TimelineBuffKind = "direct-add" | "direct-multiply" | "final-add" | "final-multiply";

/** What a player fills in. [`Card::check`] says whether it can be played. */
export type TimelineCard = {
  /** The character's name. */
  name: string,
  /** The player's name. */
  player?: string,
  /** The race's name; a name only. */
  race?: string,
  /** The gender. */
  gender?: string,
  /** The occupation. */
  occupation?: string,
  /** The background story. */
  background?: string,
  /** What the character looks like. */
  looks?: string,
  /** What the character is like. */
  personality?: string,
  /** A secret, a belief, a quirk. */
  quirks?: string,
  /** The age at which the race is grown up; nothing for one that never is. */
  adult_age?: TimelineAmount,
  /** The race's usual size; nothing for one that has none. */
  standard_size?: TimelineAmount,
  /** The age. */
  age: TimelineAmount,
  /** The size; one is about a litre. */
  size: TimelineAmount,
  /** How attractive, above 0. */
  appearance: TimelineAmount,
  /** How wealthy; may be negative. */
  assets: TimelineAmount,
  /** The level, set by the host. */
  level: number,
  /** 1–999; 500 is balanced, higher is more mental (T-03). */
  ratio: number,
  /** The eleven percentages, in the order of [`Attribute::ALL`] (T-04). */
  percentages: [TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount], };

/** A change of hit points or willpower at an instant. */
export type TimelineChangePart = {
  /** When. */
  at: TimelineAmount,
  /** Of what. */
  resource: TimelineResource,
  /** By how much. */
  by: TimelineAmount, };

/** A character. */
export type TimelineCharacterPart = {
  /** Which one. */
  id: Id,
  /** What they are called, as on the card. */
  name: string,
  /** The seat that plays them. */
  seat?: SeatId,
  /** The card. */
  card: TimelineCard,
  /** What follows from it, before buffs. */
  derived: TimelineDerived,
  /** The eleven attributes. */
  attributes: Array<TimelineAttributePart>,
  /** Hit points left. */
  hit_points: TimelineAmount,
  /** The most hit points. */
  most_hit_points: TimelineAmount,
  /** Willpower left. */
  willpower: TimelineAmount,
  /** The most willpower. */
  most_willpower: TimelineAmount,
  /** Resources of extensions. */
  pools: Array<TimelinePoolPart>,
  /** Whose card they use for now. */
  assumed?: string,
  /** Whose skill called them, if they are a body and not a person. */
  summoned?: Id,
  /** Whether they are dead. */
  dead: boolean,
  /** The cash at hand. */
  cash: TimelineAmount,
  /** Income and spending. */
  ledger: Array<TimelineLedgerEntry>,
  /** What is carried. */
  belongings: Array<TimelineBelonging>,
  /** The weapons. */
  weapons: Array<TimelineWeaponPart>,
  /** The weapon in hand. */
  wielded?: Id,
  /** Traits. */
  traits: Array<TimelineTrait>,
  /** Skills. */
  skills: Array<TimelineKnownSkill>,
  /** Buffs. */
  buffs: Array<TimelineBuff>,
  /** Damage and healing modifiers. */
  modifiers: Array<TimelineModifier>,
  /** Who sees them; told to the host alone. */
  seen?: Audience, };

/** Something a player named that is the host's to say. */
export type TimelineClaim = { "claim": "level",
  /** Whose. */
  character: Id, } | { "claim": "thing",
  /** Whose. */
  character: Id,
  /** Which one. */
  thing: Id, } | { "claim": "target" } | { "claim": "check",
  /** Which number. */
  target: TimelineAmount, } | { "claim": "score",
  /** Which score. */
  score: TimelineAmount, };

/** What a seat asks for. Names and texts are as typed; amounts are in hundredths. */
export type TimelineCommand = { "do": "set-options",
  /** All of them. */
  options: TimelineOptions, } | { "do": "set-environment",
  /** Which one; none in particular when absent. */
  environment?: TimelineEnvironment, } | { "do": "change-clock",
  /** What. */
  change: ClockChange, } | { "do": "show",
  /** Which one. */
  character: Id,
  /** To whom. */
  to: Audience, } | { "do": "make-character",
  /** The card. */
  card: TimelineCard,
  /** What they carry besides belongings and weapons. */
  load?: TimelineAmount,
  /** The seat that plays them; the sender's own, for a player. */
  seat?: SeatId,
  /** Whether only the host sees them. Host. */
  hidden?: boolean, } | { "do": "revise-card",
  /** Whose. */
  character: Id,
  /** The card; its level must stay, unless the host writes it. */
  card: TimelineCard, } | { "do": "replace-card",
  /** Whose. */
  character: Id,
  /** The card, with its own level. */
  card: TimelineCard,
  /** What they carry besides belongings and weapons. */
  load?: TimelineAmount, } | { "do": "drop-character",
  /** Which one. */
  character: Id, } | { "do": "give-character",
  /** Which one. */
  character: Id,
  /** The seat. */
  seat?: SeatId, } | { "do": "roll-basics",
  /** Whose card; only shown when absent. */
  character?: Id,
  /** Dice for size. */
  size: number,
  /** Dice for appearance. */
  appearance: number,
  /** Dice for assets. */
  assets: number, } | { "do": "set-level",
  /** Whose. */
  character: Id,
  /** To what. */
  level: number, } | { "do": "change-resource",
  /** Whose. */
  character: Id,
  /** Of what. */
  resource: TimelineResource,
  /** By how much. */
  by: TimelineAmount,
  /** The type of damage or healing; `bypass` ignores all modifiers. */
  damage_type?: string, } | { "do": "restore",
  /** Whose. */
  character: Id, } | { "do": "change-cash",
  /** Whose. */
  character: Id,
  /** How much; negative when spent. */
  amount: TimelineAmount,
  /** What for. */
  purpose?: string,
  /** When. */
  time?: string,
  /** Where. */
  place?: string, } | { "do": "add-belonging",
  /** Who. */
  character: Id,
  /** Where it is, or in what state. */
  place?: string,
  /** What it is. */
  text: string,
  /** What it weighs. */
  load?: TimelineAmount, } | { "do": "add-weapon",
  /** Who. */
  character: Id,
  /** What it is. */
  weapon: TimelineWeaponDraft, } | { "do": "wield",
  /** Who. */
  character: Id,
  /** Which one. */
  weapon?: Id, } | { "do": "add-trait",
  /** To whom. */
  character: Id,
  /** What it is. */
  draft: TimelineTraitDraft, } | { "do": "add-buff",
  /** To whom. */
  character: Id,
  /** What it does. */
  buff: TimelineBuffDraft, } | { "do": "add-modifier",
  /** To whom. */
  character: Id,
  /** What it does. */
  modifier: TimelineModifierDraft, } | { "do": "add-skill",
  /** Who. */
  character: Id,
  /** What it is. */
  skill: TimelineSkill, } | { "do": "arm-skill",
  /** Whose. */
  character: Id,
  /** Which one. */
  skill: Id,
  /** Whether it may happen. */
  armed: boolean, } | { "do": "judge-skill",
  /** Whose. */
  character: Id,
  /** Which one. */
  skill: Id,
  /** The difficulty; the impact it needs is that many times the level of its target. */
  difficulty: number, } | { "do": "agree",
  /** To what. */
  claim: TimelineClaim, } | { "do": "assume-card",
  /** Who. */
  character: Id,
  /** Whose card; their own when absent. */
  other?: Id, } | { "do": "change-pool",
  /** Whose. */
  character: Id,
  /** Of which resource. */
  pool: string,
  /** By how much. */
  by: TimelineAmount, } | { "do": "remove",
  /** From whom. */
  character: Id,
  /** Which thing. */
  thing: Id, } | { "do": "set-target",
  /** To what. */
  target: TimelineTarget, } | { "do": "check",
  /** Whose. */
  character: Id,
  /** Which. */
  attribute: TimelineAttribute,
  /** The target number; the table's when absent. */
  target?: TimelineTarget, } | { "do": "contest",
  /** Who, each with the attribute they use. */
  sides: Array<[Id, TimelineAttribute]>,
  /** The target number; the table's when absent. */
  target?: TimelineTarget, } | { "do": "cooperate",
  /** Who. */
  characters: Array<Id>,
  /** Which attribute. */
  attribute: TimelineAttribute,
  /** The target number; the table's when absent. */
  target?: TimelineTarget, } | { "do": "set-opponent",
  /** Whom. */
  opponent: TimelineOpponent, } | { "do": "negotiate",
  /** Who. */
  character: Id,
  /** The score. */
  score: TimelineAmount,
  /** With whom; the one set when absent. */
  opponent?: TimelineOpponent, } | { "do": "rest",
  /** Who. */
  character: Id, } | { "do": "treat",
  /** Who treats. */
  character: Id,
  /** Whom. */
  patient: Id,
  /** What comes back. */
  resource: TimelineResource,
  /** How much. */
  amount: TimelineAmount, } | { "do": "open-fight",
  /** Who fights. */
  fighters: Array<Id>,
  /** Who of them has initiative (T-26). */
  ambush?: Array<Id>,
  /** On which side fighters stand; the others as those who play them (T-34). */
  sides?: Array<[Id, number]>,
  /** What the fight is called, as where it is fought; by its sides when absent (T-32). */
  name?: string, } | { "do": "set-sides",
  /** Who stands on which, from 1. */
  sides: Array<[Id, number]>, } | { "do": "join-fight",
  /** Who. */
  character: Id,
  /** Where, in D. */
  position?: TimelineAmount, } | { "do": "leave-fight",
  /** Who. */
  character: Id, } | { "do": "end-fight" } | { "do": "place",
  /** Whom. */
  character: Id,
  /** Where, in D. */
  position: TimelineAmount,
  /** Whether others cannot see them. */
  unseen?: boolean, } | { "do": "declare",
  /** Who. */
  character: Id,
  /** What. */
  deed?: TimelineDeed,
  /** With which attribute; firearms need none. */
  attribute?: TimelineAttribute,
  /** How much; moves, shots and reloads know it themselves. */
  effort?: TimelineEffort,
  /** With which weapon. */
  weapon?: Id,
  /** The player's own words. */
  note?: string, } | { "do": "cancel-act",
  /** Whose. */
  character: Id, } | { "do": "bear",
  /** Who. */
  character: Id,
  /** Which one; as they are struck when absent. */
  resource?: TimelineResource, } | { "do": "hold",
  /** Who. */
  character: Id, } | { "do": "flow",
  /** No further than this. */
  to?: TimelineAmount, } | { "do": "step-back",
  /** To which. */
  to: TimelineAmount,
  /** Whether to before the declarations of that instant. */
  before?: boolean, };

/** What a skill costs its user. */
export type TimelineCost = {
  /** Of what; hit points when absent. */
  resource?: TimelineResource,
  /** A pool of an extension instead (T-60); it pays for nothing under the law. */
  pool?: string,
  /** How much. */
  amount: string, };

/** What a fighter sets out to do. One act has one effect. */
export type TimelineDeed = { "deed": "narrate" } | { "deed": "strike",
  /** Whom. */
  target: Id,
  /** What they lose; hit points when absent. */
  resource?: TimelineResource,
  /** The type of damage (T-41). */
  damage_type?: string, } | { "deed": "heal",
  /** Whom. */
  target: Id,
  /** What comes back; hit points when absent. */
  resource?: TimelineResource, } | { "deed": "guard",
  /** Whom it guards. */
  target: Id,
  /** Whose strikes alone it opposes; everyone's when absent. */
  against?: Id,
  /** Whether it is a dodge, which is called by its own name. */
  dodge?: boolean, } | { "deed": "shield",
  /** Whom it guards. */
  target: Id, } | { "deed": "interrupt",
  /** Whose act. */
  target: Id, } | { "deed": "control",
  /** Whom. */
  target: Id,
  /** The attribute they resist with. */
  resist: TimelineAttribute, } | { "deed": "weaken",
  /** Whom. */
  target: Id,
  /** The attribute they break free with. */
  resist: TimelineAttribute, } | { "deed": "break-free",
  /** Whom it frees; only others can free someone who is controlled. */
  target: Id, } | { "deed": "move",
  /** Where to, in D. */
  to: TimelineAmount, } | { "deed": "step",
  /** How far, in D; back when negative. */
  by: TimelineAmount, } | { "deed": "shoot",
  /** At whom; at nobody in particular when absent. */
  target?: Id,
  /** How many shots. */
  shots: number,
  /** The type of damage (T-41). */
  damage_type?: string, } | { "deed": "reload" } | { "deed": "skill",
  /** Which one. */
  skill: Id,
  /** On whom; the user when absent. */
  target?: Id,
  /** Which resource is turned into the other, where the skill leaves the choice. */
  from?: TimelineResource, };

/** What a deed asks for besides its name. */
export type TimelineDeedForm = {
  /** Its name, as commands have it. */
  deed: string,
  /** Whom it is aimed at. */
  target?: TimelineAim,
  /** What else: `effort`, `attribute`, `resource`, `resist`, `weapon`, `against`, `distance`,
   * `place`, `shots`, `damage-type`, `skill`, `from`. */
  asks: Array<string>, };

/** Everything that follows from a card and what is carried. */
export type TimelineDerived = {
  /** 能力. */
  ability: TimelineAmount,
  /** 物理, before age. */
  physical: TimelineAmount,
  /** 思维, before age. */
  mental: TimelineAmount,
  /** What age does to the body. */
  physical_age: TimelineAmount,
  /** What age does to the mind. */
  mental_age: TimelineAmount,
  /** What size does to constitution and strength. */
  size: TimelineAmount,
  /** What the load does to dexterity. */
  load: TimelineAmount,
  /** Physical after age. */
  revised_physical: TimelineAmount,
  /** Mental after age. */
  revised_mental: TimelineAmount,
  /** How much can be carried; it does not grow with level. */
  capacity: TimelineAmount,
  /** How much is carried. */
  carried: TimelineAmount,
  /** Whether so much is carried that the character cannot act. */
  overloaded: boolean,
  /** The eleven attributes, in the order of [`Attribute::ALL`], before buffs. */
  attributes: [TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount],
  /** 体力 when unhurt: whole. */
  hit_points: TimelineAmount,
  /** 意志 when unhurt. */
  willpower: TimelineAmount,
  /** The cash a character starts with. */
  cash: TimelineAmount,
  /** What is added to the role-play score in negotiations. */
  negotiation: TimelineAmount, };

/** A typed part of a skill. Amounts are expressions over `impact`, `distance`, and `level`,
 * `hit_points`, `will` and the attributes of the user; of the target with `target.` before them. */
export type TimelineEffect = { "effect": "damage",
  /** How much. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource,
  /** On whom. */
  whom: TimelineWhom,
  /** Whether it cannot be healed. */
  unhealable?: boolean, } | { "effect": "heal",
  /** How much. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource,
  /** On whom. */
  whom: TimelineWhom, } | { "effect": "shift",
  /** How much. */
  amount: string,
  /** From what; the user chooses at each use when absent. */
  from?: TimelineResource, } | { "effect": "shield",
  /** How much. */
  amount: string,
  /** On whom. */
  whom: TimelineWhom, } | { "effect": "move",
  /** How far, in D. */
  amount: string, } | { "effect": "control",
  /** What else it does to them. */
  kind: TimelineGrip,
  /** The attribute the target resists with. */
  resist?: TimelineAttribute,
  /** On whom. */
  whom: TimelineWhom,
  /** A duration of its own, in T, which the law does not allow. */
  lasts?: string, } | { "effect": "weaken",
  /** How much. */
  amount: string,
  /** The attribute to break free with; constitution when absent. */
  resist?: TimelineAttribute,
  /** On whom. */
  whom: TimelineWhom, } | { "effect": "hits",
  /** How many. */
  times: number,
  /** How much each. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource, } | { "effect": "charges",
  /** To how many. */
  times: number,
  /** How much each. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource, } | { "effect": "reflect",
  /** How many of them; one when absent. */
  times?: number,
  /** How much each. */
  amount: string, } | { "effect": "over-time",
  /** How many times. */
  times: number,
  /** How many T apart. */
  every: string,
  /** How much each time. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource,
  /** Whether the user gains what the target loses. */
  drains?: boolean, } | { "effect": "ward",
  /** How many. */
  times: number,
  /** How much each. */
  amount: string, } | { "effect": "expose",
  /** How many. */
  times: number,
  /** How much each. */
  amount: string, } | { "effect": "punish",
  /** How much. */
  amount: string, } | { "effect": "summon",
  /** How many hit points. */
  hit_points: string,
  /** Whether it does what its maker does: blows may come from either place. */
  mirrors: boolean, } | { "effect": "percentages",
  /** Of what. */
  attribute: TimelineAttribute,
  /** By how many points. */
  points: TimelineAmount,
  /** For how many T; until the fight ends when absent. */
  lasts?: string, } | { "effect": "bear" } | { "effect": "spoils",
  /** How much. */
  amount: string,
  /** Of what; hit points when absent. */
  resource?: TimelineResource, } | { "effect": "assume" } | { "effect": "reveal" } | { "effect": "hide",
  /** How much. */
  amount: string, } | { "effect": "told",
  /** What. */
  text: string, };

/** A field of a part. */
export type TimelineEffectField = {
  /** Its key. */
  key: string,
  /** What it is filled in with. */
  kind: TimelineEffectFieldKind,
  /** What stands in it first; it may be left away when absent. */
  preset?: string | number | boolean, };

/** What a field of a part is filled in with. */
export type TimelineEffectFieldKind = "amount" | "count" | "points" | "text" | "switch" | "grip" | "resource" | "whom" | "attribute";

/** A part of a skill with its fields. */
export type TimelineEffectForm = {
  /** Its name, as commands have it. */
  effect: string,
  /** Its fields. */
  fields: Array<TimelineEffectField>, };

/** How much a player puts into an act: an impact, or a time that gives one (T-22). */
export type TimelineEffort = { "impact": TimelineAmount } | { "time": TimelineAmount };

/** A place that changes attributes (T-60). */
export type TimelineEnvironment = {
  /** Its id, for traits that are not touched by it. */
  id: string,
  /** What it is called. */
  name: Term,
  /** Percentage points it adds to attributes of everyone there; the card's sums are checked
   * without them. */
  percentages: Array<[TimelineAttribute, TimelineAmount]>, };

/** A character to start from: the numbers of a card, with words in every language. */
export type TimelineExample = {
  /** Its id. */
  id: string,
  /** What the character is called. */
  name: Term,
  /** The occupation. */
  occupation: Term,
  /** Who that is, in a sentence. */
  text: Term,
  /** The id of the race. */
  race: string,
  /** The age. */
  age: TimelineAmount,
  /** The size. */
  size: TimelineAmount,
  /** How attractive. */
  appearance: TimelineAmount,
  /** How wealthy. */
  assets: TimelineAmount,
  /** The level. */
  level: number,
  /** 1–999; 500 is balanced (T-03). */
  ratio: number,
  /** The eleven percentages, in the order of the card (T-04). */
  percentages: [TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount, TimelineAmount], };

/** What became of an act. */
export type TimelineFate = "landed" | "missed" | "lost" | "cancelled";

/** The fight as a chart (T-32). */
export type TimelineFightPart = {
  /** What it is called: its own name, else where everyone is, else who fights whom. */
  title: Message,
  /** The present instant, in T. */
  now: TimelineAmount,
  /** A row per fighter. */
  fighters: Array<TimelineFighterPart>,
  /** Those whom the table waits for. */
  awaited: Array<Id>,
  /** When those without initiative may start. */
  others_from?: TimelineAmount,
  /** The instants the host can step back to. */
  past: Array<TimelineAmount>,
  /** Which acts will meet as things stand, as far as the viewer knows them (T-27). */
  meetings?: Array<TimelineMeetingPart>, };

/** A row of the chart. */
export type TimelineFighterPart = {
  /** The character. */
  id: Id,
  /** Their name. */
  name: string,
  /** What they are doing, in a word. */
  doing: Message,
  /** Whether they have declared; what, may be hidden. */
  declared: boolean,
  /** The act being wound up, if the viewer may know it. */
  act?: TimelineActPart,
  /** How many acts are planned behind it; told to those who may know them. */
  planned: number,
  /** What they are, in words. */
  plans?: Array<Message>,
  /** The side they stand on (T-34). */
  side: number,
  /** Until when they are controlled. */
  controlled_until?: TimelineAmount,
  /** Who declares for them. */
  held_by?: Id,
  /** Whose skill called them, if they are a body and not a person. */
  summoned?: Id,
  /** What stays with them. */
  lasting: Array<TimelineLastingPart>,
  /** What weakens them. */
  weakened: Array<TimelineWeakness>,
  /** What is left of shields. */
  shield: TimelineAmount,
  /** Where they stand, in D. */
  position: TimelineAmount,
  /** Whether others cannot see them. */
  unseen: boolean,
  /** Whether they have left, or died. */
  gone: boolean,
  /** Hit points left, and the most. */
  hit_points: [TimelineAmount, TimelineAmount],
  /** Willpower left, and the most. */
  willpower: [TimelineAmount, TimelineAmount],
  /** Acts that are over, oldest first. */
  spans: Array<TimelineSpanPart>,
  /** Changes of hit points and willpower, oldest first. */
  changes: Array<TimelineChangePart>,
  /** When they died. */
  died?: TimelineAmount, };

/** How a modifier counts. Positive numbers lessen losses and raise gains; defence lessens both. */
export type TimelineForm = { "percent": TimelineAmount } | { "flat": TimelineAmount } | { "defence": TimelineAmount };

/** What a control does beside keeping its target from acting. */
export type TimelineGrip = "stun" | "bind" | "declare-for" | "freeze";

/** Something to carry (T-07). */
export type TimelineItem = {
  /** What it is called. */
  name: string,
  /** Where it is worn, or in what state it is. */
  place?: string,
  /** What it weighs. */
  load?: TimelineAmount, };

/** A skill someone has. */
export type TimelineKnownSkill = {
  /** Which one. */
  id: Id,
  /** What it is. */
  skill: TimelineSkill,
  /** Whether its owner lets it happen of itself when its occasion comes. */
  armed?: boolean, };

/** What something that stays with a fighter does. */
export type TimelineLasting = { "lasting": "charges",
  /** How many are left. */
  left: number,
  /** How much each adds. */
  amount: TimelineAmount,
  /** Of what. */
  resource: TimelineResource, } | { "lasting": "reflect",
  /** How many are left. */
  left: number,
  /** How much each is hurt. */
  amount: TimelineAmount, } | { "lasting": "punish",
  /** How much each. */
  amount: TimelineAmount,
  /** Those who were struck already; it is spent at once when absent, as it once was. */
  struck?: Array<Id>, } | { "lasting": "ward",
  /** How many are left. */
  left: number,
  /** How much each is lessened. */
  amount: TimelineAmount, } | { "lasting": "expose",
  /** How many are left. */
  left: number,
  /** How much each is raised. */
  amount: TimelineAmount, } | { "lasting": "ticks",
  /** How many are left. */
  left: number,
  /** How many T apart. */
  every: TimelineAmount,
  /** When the next is due. */
  next: TimelineAmount,
  /** How much each. */
  amount: TimelineAmount,
  /** Of what. */
  resource: TimelineResource,
  /** Whether the one who did it gains as much. */
  drains: boolean, } | { "lasting": "percentages",
  /** Which. */
  attribute: TimelineAttribute,
  /** By how many points. */
  points: TimelineAmount, } | { "lasting": "bears",
  /** The one chosen; as they are struck when absent. */
  resource?: TimelineResource, } | { "lasting": "spoils",
  /** How much. */
  amount: TimelineAmount,
  /** Of what. */
  resource: TimelineResource, } | { "lasting": "insight",
  /** Who. */
  of: Id, } | { "lasting": "hidden" };

/** Something that stays with a fighter. */
export type TimelineLastingPart = {
  /** The skill, trait or weapon it comes from. */
  name: Term,
  /** What it is, in words. */
  what: Message,
  /** What it is, in numbers. */
  kind: TimelineLasting,
  /** When it ends of itself. */
  until?: TimelineAmount, };

/** Income or spending (T-05). */
export type TimelineLedgerEntry = {
  /** How much; negative when spent. */
  amount: TimelineAmount,
  /** What for. */
  purpose: string,
  /** When. */
  time: string,
  /** Where. */
  place: string, };

/** Two acts that will meet at one instant (T-27). */
export type TimelineMeetingPart = {
  /** When, in T. */
  at: TimelineAmount,
  /** One of the two fighters. */
  one: Id,
  /** The other. */
  other: Id,
  /** Both impacts, and what is left of the larger. */
  words: Message, };

/** A damage or healing modifier. */
export type TimelineModifier = {
  /** Which one. */
  id: Id,
  /** Where it comes from. */
  source: string,
  /** The resource; both when absent. */
  resource?: TimelineResource,
  /** Losses or gains. */
  sign: TimelineSign,
  /** How. */
  form: TimelineForm,
  /** The type of damage or healing; all when absent. */
  damage_type?: string, };

/** What a modifier does. */
export type TimelineModifierDraft = {
  /** Where it comes from. */
  source: string,
  /** The resource; both when absent. */
  resource?: TimelineResource,
  /** Losses or gains. */
  sign: TimelineSign,
  /** How. */
  form: TimelineForm,
  /** The type of damage or healing; all when absent. */
  damage_type?: string, };

/** When a trigger fires. */
export type TimelineOccasion = "kill" | "victory" | "hurt";

/** Whom a negotiation is with (T-14). */
export type TimelineOpponent = {
  /** Their level. */
  level: number,
  /** Their intelligence percentage. */
  intelligence: TimelineAmount, };

/** What a table may decide for itself. */
export type TimelineOptions = {
  /** Whether weapons are allowed (T-09). */
  weapons: boolean,
  /** Whether traits are allowed (T-09). */
  traits: boolean,
  /** Whether skills are allowed (T-09). */
  skills: boolean,
  /** Whether dice are rolled; without, rates are shown and the host rules (T-09). */
  dice: boolean,
  /** Whether only the host sets levels (T-01). */
  host_sets_levels: boolean,
  /** Whether only the host sets target numbers and scores role-play (T-10, T-14). */
  host_sets_target: boolean,
  /** Whether everyone sees what is declared (T-21). */
  open_declarations: boolean,
  /** Whether time flows by itself once everyone has declared (T-23). */
  auto_flow: boolean,
  /** How far bare hands reach once places are in use, in D; 1 when absent (T-30). */
  unarmed_reach?: TimelineAmount,
  /** Whether hit points refill when a fight ends (T-15). */
  refill_after_fight: boolean,
  /** Whether a night's rest restores a fifth of the willpower (T-15). */
  night_rest: boolean,
  /** Whether medicine checks restore hit points and willpower (T-15). */
  medicine: boolean,
  /** Whether hit points and willpower are held to their most: what is above is lost (T-06).
   * Tables made before this could be said hold them without telling of a loss. */
  cap?: boolean, };

/** One part of a view. */
export type TimelinePart = { "kind": "ruleset" } & TimelineRulesetPart | { "kind": "table" } & TimelineTablePart | { "kind": "character" } & TimelineCharacterPart | { "kind": "fight" } & TimelineFightPart;

/** A resource of an extension (T-60). */
export type TimelinePool = {
  /** Its id, for the costs of skills. */
  id: string,
  /** What it is called. */
  name: Term,
  /** The most of it: an expression over `level` and the attributes. */
  most: string,
  /** How much of it a new character has; all of it when absent. */
  starts?: string, };

/** A resource of an extension, as a character has it. */
export type TimelinePoolPart = {
  /** Which. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What is left. */
  left: TimelineAmount,
  /** The most. */
  most: TimelineAmount, };

/** A race: a name with two measures (T-01). */
export type TimelineRace = {
  /** Its id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** When it is grown up; nothing for one that never is. */
  adult_age: TimelineAmount,
  /** How large it usually is; nothing for one that varies. */
  standard_size: TimelineAmount, };

/** Which attributes a buff touches. */
export type TimelineRange = { "one": TimelineAttribute } | "physical" | "mental" | "fields" | "all";

/** What can be lost and won back in a fight. */
export type TimelineResource = "hit-points" | "willpower";

/** What the pack says. */
export type TimelineRulesetPart = {
  /** The variant's id. */
  id: string,
  /** What it is called. */
  name: Term,
  /** What it is, in a sentence. */
  blurb: Term,
  /** Where its rules come from. */
  credit: Term,
  /** Races to choose from. */
  races: Array<TimelineRace>,
  /** Characters to start from. */
  examples: Array<TimelineExample>,
  /** The attributes with their names, in the order of the card. */
  attributes: Array<[TimelineAttribute, Message]>,
  /** Skills to choose from. */
  skills: Array<TimelineSkill>,
  /** Traits to choose from. */
  traits: Array<TimelineTraitDraft>,
  /** Weapons to choose from. */
  weapons: Array<TimelineWeaponDraft>,
  /** Things to carry. */
  items: Array<TimelineItem>,
  /** Places that change attributes. */
  environments: Array<TimelineEnvironment>,
  /** Resources of extensions. */
  resources: Array<TimelinePool>,
  /** What can be declared, and what each asks for. */
  deeds: Array<TimelineDeedForm>,
  /** The parts a skill is put together from. */
  effects: Array<TimelineEffectForm>, };

/** Losses or gains. */
export type TimelineSign = "loss" | "gain";

/** A skill: an act of a player's own invention. */
export type TimelineSkill = {
  /** Its id in a pack. */
  id?: string,
  /** What it is called. */
  name: Term,
  /** What it is like, in words. */
  text?: Term,
  /** The related attribute. */
  attribute: TimelineAttribute,
  /** When it is used. */
  trigger: TimelineWhen,
  /** The impact its wind-up is reckoned for; the impact itself unless it says less (T-52). */
  windup_for?: string,
  /** The host's difficulty of what no number measures: percentages moved, a card borrowed,
   * knowledge gained. Such a use needs that many times the level of whom it is about (T-52). */
  difficulty?: number,
  /** What it does. One that does nothing in numbers is purely told (T-51). */
  effects: Array<TimelineEffect>,
  /** What its user loses by it. */
  costs: Array<TimelineCost>, };

/** An act that is over. */
export type TimelineSpanPart = {
  /** When it was declared. */
  start: TimelineAmount,
  /** When it was over. */
  until: TimelineAmount,
  /** What became of it. */
  fate: TimelineFate,
  /** The act; not told when it was given up unseen. */
  act?: TimelineActPart, };

/** How the table plays, and its target number. */
export type TimelineTablePart = {
  /** The options. */
  options: TimelineOptions,
  /** Where everyone is, if it matters. */
  environment?: TimelineEnvironment,
  /** The target number. */
  target?: TimelineAmount,
  /** Whom negotiations are with. */
  opponent?: TimelineOpponent,
  /** What players named and the host has not agreed to yet. */
  claims?: Array<[TimelineClaim, Message]>,
  /** The characters the viewer may see, oldest first. */
  characters: Array<Id>,
  /** Clocks that run, oldest first (B-43). */
  clocks?: Array<ClockPart>, };

/** A target number as a host gives it (T-10). */
export type TimelineTarget = { "value": TimelineAmount } | { "difficulty": {
  /** The level of the scene or object, never the actor's own. */
  level: number,
  /** The difficulty, about 1–20. */
  difficulty: number, } } | { "random": {
  /** The level of the scene or object. */
  level: number, } };

/** An always-on property of a character. */
export type TimelineTrait = {
  /** Which one. */
  id: Id,
  /** Its name. */
  name: string,
  /** What it means. */
  text?: string,
  /** Percentage points added to attributes; the card's sums are checked without them. */
  percentages?: Array<[TimelineAttribute, TimelineAmount]>,
  /** Buffs it gives. */
  buffs?: Array<TimelineBuffDraft>,
  /** What it adds to the most hit points. */
  hit_points?: TimelineAmount,
  /** What it adds to the most willpower. */
  willpower?: TimelineAmount,
  /** Whether its bearer knows what everyone has declared (T-21). */
  insight?: boolean,
  /** Wounds its bearer deals cannot be healed, save on those of this race; nobody is spared when
   * it is empty. */
  unhealable_except?: string,
  /** Whether its bearer may use the card of anyone they have met, at their own level. */
  assumes?: boolean,
  /** Environments that do not touch its bearer, by id (T-60). */
  unhindered?: Array<string>,
  /** Whether it is only told: the table says what comes of it (T-51). */
  told?: boolean,
  /** What happens of itself. */
  triggers?: Array<TimelineTrigger>, };

/** What a trait is: words, and optionally numbers. */
export type TimelineTraitDraft = {
  /** Its name. */
  name: string,
  /** What it means. */
  text?: string,
  /** Percentage points added to attributes; the card's sums are checked without them. */
  percentages?: Array<[TimelineAttribute, TimelineAmount]>,
  /** Buffs it gives. */
  buffs?: Array<TimelineBuffDraft>,
  /** What it adds to the most hit points. */
  hit_points?: TimelineAmount,
  /** What it adds to the most willpower. */
  willpower?: TimelineAmount,
  /** Whether its bearer knows what everyone has declared (T-21). */
  insight?: boolean,
  /** Wounds its bearer deals cannot be healed, save on those of this race; nobody is spared when
   * it is empty. */
  unhealable_except?: string,
  /** Whether its bearer may use the card of anyone they have met, at their own level. */
  assumes?: boolean,
  /** Environments that do not touch its bearer, by id (T-60). */
  unhindered?: Array<string>,
  /** Whether it is only told: the table says what comes of it (T-51). */
  told?: boolean,
  /** What happens of itself. */
  triggers?: Array<TimelineTrigger>, };

/** Something that happens of itself. */
export type TimelineTrigger = {
  /** When. */
  when: TimelineOccasion,
  /** What. */
  then: TimelineBoon, };

/** A pool that is taken from the following impacts (T-29). */
export type TimelineWeakness = {
  /** Whose doing it is. */
  by: Id,
  /** What is left of it. */
  left: TimelineAmount,
  /** The attribute to break free with. */
  resist: TimelineAttribute, };

/** A weapon someone carries. */
export type TimelineWeapon = {
  /** Which one. */
  id: Id,
  /** Rounds left in the magazine. */
  rounds: number,
  /** Its name. */
  name: string,
  /** How far it reaches, in D; no bound when absent. */
  range?: TimelineAmount,
  /** What it weighs. */
  load?: TimelineAmount,
  /** What its hits do besides, with what is left of the act as `impact`. */
  effects?: Array<TimelineEffect>,
  /** Anything special. */
  note?: string, } & ({ "kind": "amplifier",
  /** By how many percent. */
  damage: TimelineAmount,
  /** The attribute it is used with. */
  attribute: TimelineAttribute, } | { "kind": "firearm",
  /** Damage per shot. */
  damage: TimelineAmount,
  /** Wind-up between shots, in T. */
  windup: TimelineAmount,
  /** Rounds of a full magazine. */
  magazine: number,
  /** How long reloading takes, in T. */
  reload: TimelineAmount, } | { "kind": "other" });

/** What a weapon is. */
export type TimelineWeaponDraft = {
  /** Its name. */
  name: string,
  /** How far it reaches, in D; no bound when absent. */
  range?: TimelineAmount,
  /** What it weighs. */
  load?: TimelineAmount,
  /** What its hits do besides, with what is left of the act as `impact`. */
  effects?: Array<TimelineEffect>,
  /** Anything special. */
  note?: string, } & ({ "kind": "amplifier",
  /** By how many percent. */
  damage: TimelineAmount,
  /** The attribute it is used with. */
  attribute: TimelineAttribute, } | { "kind": "firearm",
  /** Damage per shot. */
  damage: TimelineAmount,
  /** Wind-up between shots, in T. */
  windup: TimelineAmount,
  /** Rounds of a full magazine. */
  magazine: number,
  /** How long reloading takes, in T. */
  reload: TimelineAmount, } | { "kind": "other" });

/** A weapon of a character. */
export type TimelineWeaponPart = {
  /** The weapon. */
  weapon: TimelineWeapon,
  /** Its efficiency in these hands (T-47). */
  efficiency?: TimelineAmount,
  /** Its efficiency in the hands of standard characters, by level. */
  curve: Array<[number, TimelineAmount]>, };

/** When a skill is used (T-55). */
export type TimelineWhen = "active" | { "on": string } | "always";

/** On whom a part of a skill works. */
export type TimelineWhom = "target" | "user" | "everyone";

/** How much a buff is worth. */
export type TimelineWorth = { "number": TimelineAmount } | { "percent": TimelineAmount } | { "per-level": TimelineAmount };

/** When an act would begin and land, and with what force; in hundredths. */
export type Timing = {
  /** When it begins. */
  start: number,
  /** When it lands. */
  end: number,
  /** The impact declared. */
  impact: number,
  /** The impact as it lands if nothing meets it. */
  power: number, };

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
  command: unknown, } } | { "offers": {
  /** Comes back with the answer. */
  ask: number,
  /** The thing's id, or the name of something without one; everything in sight if none. */
  of?: Subject, } } | { "look": {
  /** Comes back with the answer. */
  ask: number,
  /** Through whose eyes. */
  eyes: Eyes, } } | { "earlier": {
  /** Comes back with the answer. */
  ask: number,
  /** The oldest line the page has. */
  before: number, } } | { "complete": {
  /** Comes back with the answer. */
  ask: number,
  /** The line up to the cursor. */
  line: string, } } | { "understand": {
  /** Comes back with the answer. */
  ask: number,
  /** The line. */
  line: string, } } | { "typing": boolean };

/** How good an outcome is for the one who rolls; pages give each its colour and shape. */
export type Tone = "failure" | "mixed" | "full" | "style";

/** How many rolls came out how. */
export type Tones = {
  /** Badly. */
  failure: number,
  /** Half and half. */
  mixed: number,
  /** Well. */
  full: number,
  /** Better than well. */
  style: number, };

/** `table/undo`: whether there is something to undo or do again. Only the host has it. */
export type UndoPart = {
  /** Whether `undo` is accepted. */
  undo: boolean,
  /** Whether `redo` is accepted. */
  redo: boolean, };

/** How often a value, or one of ten, fell. */
export type ValueFallen = {
  /** The lowest value that is meant. */
  from: number,
  /** The highest. */
  to: number,
  /** How often. */
  count: number,
  /** How often it was to be expected. */
  expected: number, };

/** A verb, declared once per table: how a flag becomes a command.
 *
 * What it is called is in the catalogue under `FAMILY-act-NAME`, and does not repeat its subject. */
export type Verb = {
  /** Its name, as flags say it. */
  name: string,
  /** The rule it comes from. */
  rule: RuleId,
  /** The command it gives, with `@of` for the thing it is about and `@in` for what that is in. */
  command: unknown,
  /** What may be changed in it; the things that may be chosen are told when they are asked for. */
  fields?: Array<Field>, };

/** How something is said. */
export type Voice = { "how": "in-character",
  /** The character's name, if it is not the seat's. */
  name?: string, } | { "how": "out-of-character" } | { "how": "narration" } | { "how": "whisper",
  /** To whom. */
  to: Array<SeatId>, };

/** Something the game waits for this seat to do (B-03). */
export type Wait = {
  /** What it is about: some offer on this is waited for. */
  of: Subject,
  /** What is awaited. */
  words: Message, };

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
