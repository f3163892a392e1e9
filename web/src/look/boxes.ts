/** A track of boxes: what each one shows. */
export type BoxState = "empty" | "marked" | "bought" | "buy" | "incoming";
export type Box = { number: number; state: BoxState; flag: boolean; beyond: boolean };

export type TrackParts = {
  /** The boxes that are marked; a status may have gaps. */
  marks: readonly number[];
  size?: number;
  /** The box that carries the flag. */
  limit?: number | undefined;
  /** Bought, not sent yet. */
  bought?: readonly number[] | undefined;
  /** What can be bought. */
  buyable?: readonly number[] | undefined;
  /** What a consequence would mark. */
  incoming?: readonly number[] | undefined;
};

export function boxes(parts: TrackParts): Box[] {
  const { marks, size = 6, limit, bought = [], buyable = [], incoming = [] } = parts;
  return Array.from({ length: size }, (_, at) => {
    const number = at + 1;
    const state: BoxState = marks.includes(number)
      ? "marked"
      : bought.includes(number)
        ? "bought"
        : incoming.includes(number)
          ? "incoming"
          : buyable.includes(number)
            ? "buy"
            : "empty";
    return { number, state, flag: number === limit, beyond: limit !== undefined && number > limit };
  });
}

/** The highest marked box: what the track is worth. */
export function worth(marks: readonly number[]): number {
  return Math.max(0, ...marks);
}

/** "2", or "2→4" while something would change it. */
export function fromTo(parts: TrackParts): string {
  const from = worth(parts.marks);
  const to = Math.max(from, worth(parts.bought ?? []), worth(parts.incoming ?? []));
  return to === from ? String(from) : `${from}→${to}`;
}
