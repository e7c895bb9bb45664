/** A key or a certificate as a text in PEM has it: its kind, and what stands between its first and its last line. */
interface Pem {
  type: string;
  content: string;
}

/** Returns the first one of a text, if it ends. */
export function pemIn(text: string): Pem | undefined {
  const begin = /-----BEGIN ([A-Z ]+)-----/.exec(text);
  if (!begin) return undefined;
  const [opening, type = ""] = begin;
  const rest = text.slice(begin.index + opening.length);
  const end = rest.indexOf(`-----END ${type}-----`);
  return end < 0 ? undefined : { type, content: rest.slice(0, end) };
}
