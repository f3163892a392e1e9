/** The server's plain requests: what is not said over the table's own line. */
import type {
  Addresses,
  EnterTable,
  Found,
  MakeTable,
  Me,
  OfferedPacks,
  PackCard,
  PackMove,
  PackSource,
  Peek,
  QuarantinedPack,
  Refusal,
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

export const addresses = () => request<Addresses>("/addresses");
export const packs = () => request<PackCard[]>("/packs");
export const quarantinedPacks = () => request<QuarantinedPack[]>("/packs/quarantined");
export const create = (wanted: MakeTable) => request<TableMade>("/tables", wanted);
export const peek = (table: string, token: string) =>
  request<Peek>(`/tables/${table}/peek`, { token });
export const enter = (table: string, by: EnterTable) => request<Me>(`/tables/${table}/enter`, by);
export const me = (table: string) => request<Me>(`/tables/${table}/me`);
export const leave = (table: string) => request<unknown>(`/tables/${table}/leave`, {});
export const offeredPacks = (table: string) => request<OfferedPacks>(`/tables/${table}/packs`);
export const packMove = (table: string, to: PackSource) =>
  request<PackMove>(`/tables/${table}/packs`, to);
export const find = (table: string, text: string, language: string) =>
  request<Found>(`/tables/${table}/search?${new URLSearchParams({ text, language })}`);
