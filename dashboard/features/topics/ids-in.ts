/** Returns the ids that a text has, each once: in lines, or with commas, semicolons or spaces between, and with quotes around. */
export const idsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((id) => id.replace(/^["']|["']$/g, ""))
      .filter(Boolean),
  ),
];
