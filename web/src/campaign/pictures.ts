/** Pictures of a table (B-43): where they are, and how they get there. */
import { sendFile } from "../lib/api";
import type { Table } from "../lib/table.svelte";
import type { FacesPart, NotesPart, PictureBrought, PicturesPart, Plate } from "../wire";

export function addressOf(table: string, picture: string, small = false): string {
  return `/api/tables/${table}/pictures/${picture}${small ? "?small=true" : ""}`;
}

/** The picture of a person or thing by its id, of a scene by its title. */
export function faceOf(here: Table, kind: "face" | "scene", id: string): Plate | undefined {
  const faces = (here.shown["table/faces"] as FacesPart | undefined)?.faces;
  if (!faces) return undefined;
  return kind === "scene"
    ? faces[`scene/${id}`]
    : (faces[`character/${id}`] ?? faces[`challenge/${id}`]);
}

export function notesOf(here: Table): NotesPart["notes"] {
  return (here.shown["table/notes"] as NotesPart | undefined)?.notes ?? [];
}

export function picturesOf(here: Table): PicturesPart | undefined {
  return here.parts["table/pictures"] as PicturesPart | undefined;
}

/** The first picture among what was pasted, dropped or chosen. */
export function pictureIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith("image/"));
}

/** What a file is called, as a name that may be shown: without its ending, on one line. */
export function nameOf(file: File): string {
  const name = file.name.replace(/\.[^.]*$/, "").trim();
  return [...name].slice(0, 40).join("") || "…";
}

/** Brings a picture; what it is known by. */
export async function bring(table: string, file: File): Promise<string> {
  const brought = await sendFile<PictureBrought>(table, "pictures", file, { name: nameOf(file) });
  return brought.picture;
}
