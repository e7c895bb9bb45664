import { IMPORT_LINE_MAX_BYTES } from "#contract/constants/imports.ts";
import { NumberTooLargeError, parseExactJson } from "#contract/constants/values/exact-json.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ImportLine } from "#db/schema/events/import-portions.ts";
import { DomainError } from "#domain/errors.ts";
import { textsOf } from "./texts.ts";

/** The lines of a file with one JSON object in each; empty lines count, and say nothing. */
export async function* ndjsonLines(chunks: AsyncIterable<Buffer>, charset?: string): AsyncGenerator<ImportLine> {
  let rest = "";
  let line = 0;
  for await (const text of textsOf(chunks, charset)) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      line += 1;
      if (part.trim() !== "") yield lineOf(part, line);
    }
    requireShort(rest, line + 1);
  }
  if (rest.trim() !== "") yield lineOf(rest, line + 1);
}

/** The objects of a file that is one JSON array, each with the line on which it begins. Only one of them is in memory. */
export async function* jsonLines(chunks: AsyncIterable<Buffer>, charset?: string): AsyncGenerator<ImportLine> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  /** `value` or `end`: what may come next between elements; `done` after the array. */
  let expected: "start" | "value" | "separator" | "done" = "start";
  let element = "";
  let beganAt = 1;
  for await (const text of textsOf(chunks, charset)) {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const char = text.charCodeAt(index);
      if (char === NEWLINE) line += 1;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (char === BACKSLASH) isEscaped = true;
        else if (char === QUOTE) inString = false;
        continue;
      }
      if (depth > 1) {
        if (char === QUOTE) inString = true;
        else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
        else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
          depth -= 1;
          if (depth > 1) continue;
          yield lineOf(element + text.slice(from, index + 1), beganAt);
          element = "";
          expected = "separator";
        }
        continue;
      }
      if (isSpace(char)) continue;
      if (depth === 0 && expected === "start" && char === OPEN_BRACKET) {
        depth = 1;
        expected = "value";
      } else if (depth === 1 && char === CLOSE_BRACKET) {
        depth = 0;
        expected = "done";
      } else if (depth === 1 && expected === "separator" && char === COMMA) {
        expected = "value";
      } else if (depth === 1 && expected === "value" && char === OPEN_BRACE) {
        depth = 2;
        from = index;
        beganAt = line;
      } else {
        throw broken(line);
      }
    }
    if (depth > 1) {
      element += text.slice(from);
      requireShort(element, beganAt);
    }
  }
  if (expected !== "done") throw broken(line);
}

const [NEWLINE, BACKSLASH, QUOTE, COMMA] = [10, 92, 34, 44];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];
const isSpace = (char: number): boolean => char === 32 || char === 9 || char === 10 || char === 13;

const broken = (line: number) =>
  new DomainError("invalid_input", `Line ${line}: the file is not one JSON array of objects, such as [{...}, {...}]`);

function requireShort(text: string, line: number): void {
  if (text.length <= IMPORT_LINE_MAX_BYTES) return;
  throw new DomainError("invalid_input", `Line ${line}: the object is longer than ${IMPORT_LINE_MAX_BYTES} characters`);
}

function lineOf(text: string, line: number): ImportLine {
  requireShort(text, line);
  try {
    const record: unknown = parseExactJson(text, (key, value) => (key === "__proto__" ? undefined : value));
    if (isJsonObject(record)) return { line, record: { ...record } };
  } catch (error) {
    if (error instanceof NumberTooLargeError) return { line, problem: { field: error.path, message: error.message } };
    // Said below.
  }
  return {
    line,
    problem: { field: null, message: 'The line is no JSON object: write one object, such as {"subscriberId": "ada"}' },
  };
}
