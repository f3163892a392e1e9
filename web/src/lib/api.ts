/** The server's plain requests: what is not said over the table's own line. */
import { newId } from "./ids";
import type {
  Addresses,
  CharactersTaken,
  EnterTable,
  Found,
  Knocked,
  MakeTable,
  Me,
  NotePart,
  NoteText,
  OfferedPacks,
  PackCard,
  PackMove,
  PackSource,
  Peek,
  QuarantinedPack,
  Recap,
  Refusal,
  RuleText,
  TableMade,
} from "../wire";

/** The server said no, and why; without a refusal it could not be reached at all. */
export class NotDone extends Error {
  constructor(
    readonly refusal: Refusal | null,
    readonly status: number,
  ) {
    super(refusal?.rule ?? "unreachable");
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new NotDone(null, 0);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = (answer as { refusal?: Refusal } | null)?.refusal ?? null;
    throw new NotDone(refusal, response.status);
  }
  return answer as T;
}

/**
 * Sends a file to a table; it is taken once, however often the line breaks (B-11).
 *
 * @throws NotDone when it is refused or the server cannot be reached.
 */
export async function sendFile<T>(
  table: string,
  what: "pictures" | "characters",
  file: Blob,
  also: Record<string, string>,
): Promise<T> {
  const asked = new URLSearchParams({ command: newId(), ...also });
  const send = () =>
    fetch(`/api/tables/${table}/${what}?${asked}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
      credentials: "same-origin",
    });
  const response = await send()
    .catch(send)
    .catch(() => null);
  if (response === null) throw new NotDone(null, 0);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = (answer as { refusal?: Refusal } | null)?.refusal ?? null;
    throw new NotDone(refusal, response.status);
  }
  return answer as T;
}

/** Takes in the characters of a file (B-51). */
export function bringCharacters(table: string, file: Blob, seat: string): Promise<CharactersTaken> {
  return sendFile(table, "characters", file, seat === "" ? {} : { seat });
}

export const addresses = () => request<Addresses>("/addresses");
export const packs = () => request<PackCard[]>("/packs");
export const quarantinedPacks = () => request<QuarantinedPack[]>("/packs/quarantined");
export const create = (wanted: MakeTable) => request<TableMade>("/tables", wanted);
export const peek = (table: string, token: string) =>
  request<Peek>(`/tables/${table}/peek`, { token });
export const enter = (table: string, by: EnterTable) => request<Me>(`/tables/${table}/enter`, by);
export const knock = (table: string, token: string, name: string) =>
  request<Knocked>(`/tables/${table}/knock`, { token, name });
export const me = (table: string) => request<Me>(`/tables/${table}/me`);
export const leave = (table: string) => request<unknown>(`/tables/${table}/leave`, {});
export const lookBack = (table: string, session?: number) =>
  request<Recap>(`/tables/${table}/recap${session === undefined ? "" : `?session=${session}`}`);
export const readNote = (table: string, note: string) =>
  request<NoteText>(`/tables/${table}/notes/${note}`);
export const findNotes = (table: string, text: string) =>
  request<NotePart[]>(`/tables/${table}/notes?${new URLSearchParams({ text })}`);
export const offeredPacks = (table: string) => request<OfferedPacks>(`/tables/${table}/packs`);
export const rules = (table: string, language: string) =>
  request<RuleText[]>(`/tables/${table}/rules?${new URLSearchParams({ language })}`);
export const packMove = (table: string, to: PackSource) =>
  request<PackMove>(`/tables/${table}/packs`, to);
export const find = (table: string, text: string, language: string) =>
  request<Found>(`/tables/${table}/search?${new URLSearchParams({ text, language })}`);
