/** Files that programs save beside texts, by their first bytes, and what to save in their place. */
const KINDS: readonly (readonly [begins: readonly number[], kind: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "an Excel workbook or a zip archive"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an older Excel workbook"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0x1f, 0x8b], "compressed"],
];

/** The kind of a file that is no text; undefined for any other one. Four bytes of its beginning are enough. */
export const kindOfFile = (bytes: Uint8Array): string | undefined =>
  KINDS.find(([begins]) => begins.every((byte, index) => bytes[index] === byte))?.[1];
