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

const UNFIT = "has a value of a type that does not fit";
const WITHIN = `must be between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/** An issue of a schema, as far as a sentence is made of it. */
export interface Issue {
  code?: string;
  expected?: string;
  input?: unknown;
  values?: unknown[];
  /** Of alternatives that a field tells apart: the values of that. */
  options?: unknown[];
  minimum?: number | bigint;
  maximum?: number | bigint;
  /** Of a limit: the type of the value that is outside of it, and whether the limit itself is within. */
  origin?: string;
  inclusive?: boolean;
  exact?: boolean;
  /** Of a number: all that it may be are multiples of this. */
  divisor?: number | bigint;
  /** Of an object: the fields that it must not have. */
  keys?: string[];
}

/** Our sentences for an issue about which the schema itself says nothing: none repeats the words of the validator. */
export function issueSentences(issue: Issue, message: string): string[] {
  switch (issue.code) {
    case "invalid_type": {
      if (isLargeInteger(issue, message)) return [WITHIN];
      // A schema may have several sentences about one value, a line each.
      if (!message.startsWith("Invalid input")) return message.split("\n");
      const must = MUST_BE[issue.expected ?? ""];
      if (isMissing(message)) return must ? [MISSING, must] : [MISSING];
      return [must ?? UNFIT];
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
    case "not_multiple_of":
      return [message.startsWith("Invalid number") ? `must be a multiple of ${issue.divisor}` : message];
    case "invalid_format":
      return [message.startsWith("Invalid") ? "is not in the form that it must have" : message];
    case "invalid_union":
      if (!isOfValidator(message)) return [message];
      return [issue.options ? `must be one of the following values: ${issue.options.map(String).join(", ")}` : UNFIT];
    case "invalid_key":
      return [message.startsWith("Invalid key") ? "has a key that is not valid" : message];
    default:
      return [isOfValidator(message) ? "is not valid" : message];
  }
}

/** Whether the validator has nothing more to say than that, as schemas with words of their own never begin. */
const isOfValidator = (message: string): boolean => /^Invalid (?:input|value|discriminator value)\b/.test(message);

/** The same in one sentence, of an issue as the validator makes it. */
export function issueSentence(issue: Issue & { message: string }): string {
  const sentences = issueSentences(issue, issue.message);
  return sentences.includes(MISSING) ? "is missing" : sentences.join("; ");
}

function tooSmall({ origin, minimum, inclusive, exact }: Issue): string {
  if (origin === "array")
    return exact ? `must contain ${minimum} elements` : `must contain at least ${minimum} elements`;
  if (origin === "string" && exact) return `must be ${minimum} characters`;
  if (origin === "string")
    return Number(minimum) === 1 ? "should not be empty" : `must be at least ${minimum} characters`;
  return inclusive === false ? `must be greater than ${minimum}` : `must not be less than ${minimum}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Issue): string {
  if (origin === "array")
    return exact ? `must contain ${maximum} elements` : `must contain no more than ${maximum} elements`;
  if (origin === "string") return exact ? `must be ${maximum} characters` : `must be at most ${maximum} characters`;
  return inclusive === false ? `must be less than ${maximum}` : `must not be greater than ${maximum}`;
}

/** Of a field that takes only numbers: larger integers are BigInt. */
const isLargeInteger = ({ expected }: Issue, message: string): boolean =>
  (expected === "number" || expected === "int") && message.endsWith("received bigint");

const isMissing = (message: string): boolean => /received (undefined|null)$/.test(message);
