/*
 * JSON with integers of any size, which are BigInt once read: docs/decisions/064-integers-of-any-size.md. The platform reads and writes
 * what it can; a number that it would change goes through it as a text that begins with a mark, which nobody can guess.
 */
const MARK = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** A text of JSON with a number beyond what a double reaches, which JSON.parse takes for infinite. */
export class NumberTooLargeError extends RangeError {
  /** Dotted path of the number; empty for the whole text. */
  readonly path: string;
  constructor(path: string) {
    super(`${path || "The number"} is a number beyond 1.8e308: send a smaller one, or its digits as a text`);
    this.name = "NumberTooLargeError";
    this.path = path;
  }
}

/**
 * Reads JSON as JSON.parse does, but integers beyond 2^53 as BigInt with all their digits. A text without a long number costs one look
 * at some of its characters. Throws SyntaxError, and NumberTooLargeError.
 */
export function parseExactJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text, revive);
  const marked = withMarks(text);
  const value: unknown = JSON.parse(marked, revive);
  return marked === text ? value : withIntegers(value);
}

/** Digits that an integer beyond 2^53 has at least. */
const LONG = 16;

/** The end of a number that may be beyond all doubles. A UUID that looks like one goes on, or ends with a quote. */
const LONG_EXPONENT = /\d[eE]\+?\d{3,}(?:[\s,\]}]|$)/;

const mayLoseDigits = (json: string): boolean => hasLongNumber(json) || LONG_EXPONENT.test(json);

/** Looks at every 16th character, as no number of so many digits lies between two of them. Neither texts of digits nor fractions count. */
function hasLongNumber(json: string): boolean {
  for (let index = LONG - 1; index < json.length; index += LONG) {
    if (!isDigit(json.charCodeAt(index))) continue;
    let start = index;
    while (isDigit(json.charCodeAt(start - 1))) start -= 1;
    let end = index + 1;
    while (isDigit(json.charCodeAt(end))) end += 1;
    const before = json.charCodeAt(start - 1);
    if (end - start >= LONG && before !== QUOTE && before !== POINT) return true;
    index = end - 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, MINUS, PLUS, POINT, COLON, LETTER, CAPITAL] = Array.from('"\\-+.:eE', (character) =>
  character.charCodeAt(0),
);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === POINT || code === MINUS || code === PLUS || code === LETTER || code === CAPITAL;

/** The text with each integer that a double does not hold as a marked text. Throws NumberTooLargeError. */
function withMarks(json: string): string {
  let marked = "";
  let copied = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfText(json, index);
    else if (isDigit(code) || code === MINUS) {
      const start = index;
      while (isOfNumber(json.charCodeAt(index + 1))) index += 1;
      if (!isChanged(json, start, index + 1)) continue;
      marked += `${json.slice(copied, start)}"${MARK}${json.slice(start, index + 1)}"`;
      copied = index + 1;
    }
  }
  return marked + json.slice(copied);
}

/** The index of the quote that ends the text of a JSON text which begins at `start`; its length when there is none. */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (json.charCodeAt(slash) === BACKSLASH) slash -= 1;
    // An even number of backslashes are themselves escaped.
    if ((end - slash) % 2 === 1) return end;
  }
  return json.length;
}

/** Whether a double does not hold this number. Only what is written as an integer is one: with a point or an exponent it is a double. */
function isChanged(json: string, start: number, end: number): boolean {
  const number = json.slice(start, end);
  const value = Number(number);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  if (Math.abs(value) === Number.POSITIVE_INFINITY) throw new NumberTooLargeError(pathOfInfinite(JSON.parse(json)));
  return /^-?[1-9]\d*$/.test(number) && !isKey(json, end);
}

/** Whether what ends here is the name of a field, which no number is: the text has to stay no JSON. */
function isKey(json: string, end: number): boolean {
  let next = end;
  while (/\s/.test(json.charAt(next))) next += 1;
  return json.charCodeAt(next) === COLON;
}

interface Container {
  [key: string]: unknown;
}
const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

/** The value with an integer in place of each marked text. Without recursion, of which there is not enough. */
function withIntegers(value: unknown): unknown {
  const whole: Container = { value };
  const pending = [whole];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // The keys of a list would be a text for each item.
    const keys: Iterable<string | number> = Array.isArray(next) ? next.keys() : Object.keys(next);
    for (const key of keys) {
      const child = next[key];
      if (isContainer(child)) pending.push(child);
      else if (typeof child === "string" && child.startsWith(MARK)) next[key] = BigInt(child.slice(MARK.length));
    }
  }
  return whole.value;
}

/** The dotted path of the first infinite number in a value of JSON. */
function pathOfInfinite(value: unknown): string {
  const pending = [{ value, path: "" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: found, path } = next;
    if (typeof found === "number" && !Number.isFinite(found)) return path;
    if (!isContainer(found)) continue;
    const children = Object.entries(found).map(([key, child]) => ({
      value: child,
      path: path === "" ? key : `${path}.${key}`,
    }));
    for (const child of children.reverse()) pending.push(child);
  }
  return "";
}

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this text. Not in Node 20, and not in browsers before 2025. */
    rawJSON?: (text: string) => unknown;
  }
}

/** Has JSON.stringify write each BigInt as a number with all its digits, where it would throw otherwise. */
export function writeIntegersExactly(): void {
  if ("toJSON" in BigInt.prototype) return;
  const { rawJSON } = JSON;
  const toJSON = rawJSON ? (integer: bigint) => rawJSON(String(integer)) : writeMarked();
  Object.defineProperty(BigInt.prototype, "toJSON", {
    value(this: bigint) {
      return toJSON(this);
    },
    configurable: true,
  });
}

/** Has JSON.stringify take away the marks of the integers that it has written. Returns how to mark one. */
function writeMarked(): (integer: bigint) => string {
  const { stringify } = JSON;
  const marked = new RegExp(`"${MARK}(-?\\d+)"`, "g");
  let marks = 0;
  const write = (value: unknown, replacer: Parameters<typeof stringify>[1], space?: string | number): string => {
    const before = marks;
    const text = stringify(value, replacer, space);
    return marks === before ? text : text.replace(marked, "$1");
  };
  Object.assign(JSON, { stringify: write });
  return (integer) => {
    marks += 1;
    return `${MARK}${integer}`;
  };
}
