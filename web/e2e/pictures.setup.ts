/** Around all pictures: the list is complete in the end (`pictures.ts`). */
import { begin, check } from "./pictures";

export default async function around(): Promise<() => Promise<void>> {
  await begin();
  return check;
}
