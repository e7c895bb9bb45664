import { decodeText } from "#contract/constants/decode-text.ts";

/** Returns the text of a chosen file, or why it cannot be read. */
export async function readTextFile(file: File): Promise<{ text: string } | { issue: string }> {
  try {
    return { text: decodeText(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { issue: `${file.name} is not in UTF-8: save it with that encoding, and choose it again.` };
  }
}
