/** A part of a Liquid template: text that is printed as it is, or a tag or an expression. */
export type Part = { text: string } | { code: string };

/** Names that can be written without brackets and quotes. */
const PLAIN_NAME = /^[A-Za-z_]\w*(?:-\w+)*$/;
/** Words that mean something else at the start of an expression; each may go on after a dash or a dot. */
const RESERVED = /^(?:true|false|nil|null|empty|blank|and|or|not|contains)(?!\w)/;
/** Text that Liquid would take for code, and a brace that would become code with what follows. */
const CODE_LIKE = /\{\{[^{}]*\}\}|\{(?=[{%])/g;

/** The source of a Liquid template. Texts that look like code are marked as text. */
export function joinParts(parts: readonly Part[]): string {
  let source = "";
  let text = "";
  for (const part of parts) {
    if ("text" in part) {
      text += part.text;
      continue;
    }
    source += protectText(text.endsWith("{") ? text.slice(0, -1) : text);
    if (text.endsWith("{")) source += raw("{");
    source += part.code;
    text = "";
  }
  return source + protectText(text);
}

const protectText = (text: string): string => text.replace(CODE_LIKE, raw);
const raw = (text: string): string => `{% raw %}${text}{% endraw %}`;

/** A quoted text. Braces and percent signs are written as codes: some readers of templates take them for code. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[{}%\u007f-\uffff]/g, (character) =>
    /[{}%\ue000\ue001]/.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
  );
}

/** A variable by its name, or a property of an expression. */
export function accessName(object: string | undefined, name: string): string {
  if (object === undefined) return PLAIN_NAME.test(name) && !RESERVED.test(name) ? name : `[${quote(name)}]`;
  if (/^(?:0|[1-9]\d{0,8})$/.test(name)) return `${object}[${name}]`;
  return PLAIN_NAME.test(name) ? `${object}.${name}` : `${object}[${quote(name)}]`;
}

/** A comment stays one, a tag for each line, which nothing reads but who edits the template. */
export function comment(value: string): Part[] {
  const lines = value.split("\n").map((line) => line.trim());
  return lines.flatMap((line) => (line === "" ? [] : [{ code: `{% # ${withoutSyntax(line)} %}` }]));
}

/** Quotes and braces of a comment could be taken for those of code. */
function withoutSyntax(line: string): string {
  return line
    .replace(/\{(?=[{%])|[%}](?=\})/g, "$& ")
    .replaceAll("'", "\u2019")
    .replaceAll('"', "\u201d");
}
