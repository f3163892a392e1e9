/** What a line is to the story; the family knows its own lines, the room the table's. */
export type Told =
  /** A step on the way to a roll, or of what follows from it: folded into the action's card. */
  | "step"
  /** Begins an action: its card carries these words. */
  | "begins"
  /** A new scene: a chapter head. */
  | "chapter"
  /** Stands for itself. */
  | "line";
