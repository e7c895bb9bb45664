/** Of a field that is not there. */
export const MISSING = "should not be null or undefined";

/** Sentences about invalid values, as clients of this wire expect them. */
const MUST_BE: Record<string, string> = {
  string: "must be a string",
  number: "must be a number",
  int: "must be an integer number",
  boolean: "must be a boolean value",
  array: "must be an array",
  object: "must be an object",
  record: "must be an object",
};

const WITHIN = `must be between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/** An issue of a schema, as far as a sentence is made of it. */
export interface Issue {
  code?: string;
  expected?: string;
  input?: unknown;
  values?: unknown[];
  minimum?: number | bigint;
  maximum?: number | bigint;
  /** Of a limit: the type of the value that is outside of it. */
  origin?: string;
  /** Of an object: the fields that it must not have. */
  keys?: string[];
}

/** Our sentences for an issue about which the schema itself says nothing: none repeats the words of the validator. */
export function issueSentences(issue: Issue, message: string): string[] {
  switch (issue.code) {
    case "invalid_type": {
      if (isLargeInteger(issue, message)) return [WITHIN];
      const must = MUST_BE[issue.expected ?? ""];
      if (!must && isMissing(message)) return [MISSING];
      // A schema may have several sentences about one value, a line each.
      if (!must || !message.startsWith("Invalid input")) return message.split("\n");
      return isMissing(message) ? [MISSING, must] : [must];
    }
    case "invalid_value":
      return issue.values && message.startsWith("Invalid")
        ? [`must be one of the following values: ${issue.values.map(String).join(", ")}`]
        : [message];
    case "too_small":
      return [message.startsWith("Too small") ? tooSmall(issue) : message];
    case "too_big":
      return [message.startsWith("Too big") ? tooBig(issue) : message];
    case "unrecognized_keys":
      if (!message.startsWith("Unrecognized key")) return [message];
      return (issue.keys ?? []).map((key) => `must not have the field ${JSON.stringify(key)}: remove it`);
    case "invalid_format":
      return [message.startsWith("Invalid") ? "is not in the form that it must have" : message];
    case "invalid_union":
      return [message === "Invalid input" ? "has a value of a type that does not fit" : message];
    default:
      return [message.replace(/^Invalid input: /, "")];
  }
}

/** The same in one sentence, of an issue as the validator makes it. */
export function issueSentence(issue: Issue & { message: string }): string {
  const sentences = issueSentences(issue, issue.message);
  return sentences.includes(MISSING) ? "is missing" : sentences.join("; ");
}

function tooSmall({ origin, minimum }: Issue): string {
  if (origin === "array") return `must contain at least ${minimum} elements`;
  if (origin === "string") return `must be at least ${minimum} characters`;
  return `must not be less than ${minimum}`;
}

function tooBig({ origin, maximum }: Issue): string {
  if (origin === "array") return `must contain no more than ${maximum} elements`;
  if (origin === "string") return `must be at most ${maximum} characters`;
  return `must not be greater than ${maximum}`;
}

/** Of a field that takes only numbers: larger integers are BigInt. */
const isLargeInteger = ({ expected }: Issue, message: string): boolean =>
  (expected === "number" || expected === "int") && message.endsWith("received bigint");

const isMissing = (message: string): boolean => /received (undefined|null)$/.test(message);
