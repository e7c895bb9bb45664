import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { NumberTooLargeError } from "#contract/constants/values/exact-json.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

interface JsonFault {
  /** Says what is wrong and where: "has an error in line 3, column 12: a comma is missing". */
  message: string;
  /** Counts from 0. */
  offset: number;
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

const TEXTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is no value; texts need double quotes",
  InvalidNumberFormat: "the number is not complete",
  PropertyNameExpected: "a name in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "the text should end here",
  InvalidCommentToken: "comments are not allowed",
  UnexpectedEndOfComment: "comments are not allowed",
  UnexpectedEndOfString: "a double quote is missing",
  UnexpectedEndOfNumber: "the number is not complete",
  InvalidUnicode: "\\u needs four digits",
  InvalidEscapeCharacter: "this cannot follow a backslash",
  InvalidCharacter: "line breaks in a text are written as \\n",
};

/** Returns the first fault of a JSON text; undefined for valid JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, STRICT);
  const [first] = errors.toSorted((one, other) => one.offset - other.offset);
  if (!first) return numberFault(text);
  const before = text.slice(0, first.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const reason = TEXTS[printParseErrorCode(first.error)] ?? "this is not valid";
  return { message: `has an error in line ${before.length}, column ${column}: ${reason}`, offset: first.offset };
}

/** A number that the API refuses, as nothing can calculate with it. */
function numberFault(text: string): JsonFault | undefined {
  try {
    parseExactJson(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof NumberTooLargeError)) throw error;
    const place = error.path === "" ? "" : ` in ${error.path}`;
    return { message: `has a number beyond 1.8e308${place}: write a smaller one, or its digits as a text`, offset: 0 };
  }
}
