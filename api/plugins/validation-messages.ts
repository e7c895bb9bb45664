import type { ZodFastifySchemaValidationError } from "fastify-type-provider-zod";
import type { ZodError } from "zod";
import { type Issue, issueSentences } from "#contract/constants/issue-sentences.ts";

/** Sentences for all issues, and the same by the path of the field that they are about: `steps.0.name`, or "" for the whole. */
export function describeIssues(issues: readonly ZodFastifySchemaValidationError[]) {
  const described = issues.map((issue) => ({ path: pathOf(issue), sentences: issueMessages(issue) }));
  const fields = new Map<string, string[]>();
  for (const { path, sentences } of described) fields.set(path, [...(fields.get(path) ?? []), ...sentences]);
  return { sentences: described.flatMap(({ sentences }) => sentences), fields: Object.fromEntries(fields) };
}

const pathOf = ({ instancePath }: ZodFastifySchemaValidationError): string =>
  instancePath.split("/").filter(Boolean).join(".");

/** Sentences for one issue, each starting with the path of the field. A missing field is "defined" before "type". */
export function issueMessages(error: ZodFastifySchemaValidationError): string[] {
  const { keyword, message, params } = error;
  return prefixed(pathOf(error), issueSentences(issueOf({ code: keyword, ...params }), message ?? "is not valid"));
}

function issueOf(params: Record<string, unknown>): Issue {
  const inner = params.issue;
  return typeof inner === "object" && inner !== null ? inner : params;
}

<<<<<<< HEAD
function sentences(issue: Issue, message: string): string[] {
  switch (issue.code) {
    case "invalid_type": {
      if (isLargeInteger(issue, message))
        return [`must be between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`];
      const must = MUST_BE[issue.expected ?? ""];
      if (!must && isMissing(message)) return ["should not be null or undefined"];
      // A schema may have several sentences about one value, a line each.
      if (!must || !message.startsWith("Invalid input")) return message.split("\n");
      return isMissing(message) ? ["should not be null or undefined", must] : [must];
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
    case "invalid_union":
      return [message === "Invalid input" ? "has a value of a type that does not fit" : message];
    default:
      return [message.replace(/^Invalid input: /, "")];
  }
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

=======
>>>>>>> main
/** The same for a value that was parsed outside Fastify's validation. */
export function parseMessages(error: ZodError): string[] {
  return error.issues.flatMap((issue) =>
    prefixed(issue.path.join("."), issueSentences(issueOf({ issue }), issue.message)),
  );
}

const prefixed = (path: string, texts: string[]): string[] =>
  texts.map((text) => (path === "" || text.startsWith(`${path} `) ? text : `${path} ${text}`));
<<<<<<< HEAD

/** Of a field that takes only numbers. */
const isLargeInteger = ({ expected }: Issue, message: string): boolean =>
  (expected === "number" || expected === "int") && message.endsWith("received bigint");

const isMissing = (message: string): boolean => /received (undefined|null)$/.test(message);
=======
>>>>>>> main
