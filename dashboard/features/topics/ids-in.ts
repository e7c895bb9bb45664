/** Returns the ids that a text has, each once: in lines, or with commas, semicolons or spaces between, and with quotes around. */
export const idsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((id) => id.replace(/^["']|["']$/g, ""))
      .filter(Boolean),
  ),
];

/** Returns the ids that a file has, one in each line: of a table its first column, without the name of that. */
export function idsInFile(text: string): string[] {
  const cells = text.split(/\r\n|\n|\r/).map((line) => line.split(/[,;\t]/, 1)[0] ?? "");
  const [first = "", ...others] = cells;
  return idsIn((/^\W*(?:subscriber)?[\s_-]?id\W*$/i.test(first) ? others : cells).join("\n"));
}
