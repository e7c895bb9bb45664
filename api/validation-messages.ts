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

/** The same for a value that was parsed outside Fastify's validation. */
export function parseMessages(error: ZodError): string[] {
  return error.issues.flatMap((issue) =>
    prefixed(issue.path.join("."), issueSentences(issueOf({ issue }), issue.message)),
  );
}

const prefixed = (path: string, texts: string[]): string[] =>
  texts.map((text) => (path === "" || text.startsWith(`${path} `) ? text : `${path} ${text}`));
