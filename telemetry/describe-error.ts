/** An error as the log holds it: what went wrong and where, without the data that it went wrong with. */
interface LoggedError {
  type: string;
  message: string;
  [detail: string]: unknown;
}

const CAUSES_MAX = 5;

/** Properties of errors that say what failed. None of them holds what a caller, a row or a recipient contained. */
const DETAILS = [
  "code",
  "errno",
  "syscall",
  "class",
  "status",
  "statusCode",
  "responseCode",
  "severity",
  "constraint_name",
  "schema_name",
  "table_name",
  "column_name",
  "data_type_name",
  "routine",
  "retryable",
  "nonRetryable",
] as const;

/**
 * Describes an error without people's data. Drivers, vendors' clients and parsers put parameters, rows and addresses into
 * messages and properties, so that only known properties are taken, and messages only of errors that hold no values.
 */
export function describeError(error: Error, depth = 0): LoggedError {
  const message = safeMessage(error);
  const type = error.name === "Error" ? error.constructor.name : error.name;
  const described: LoggedError = { type, message };
  for (const name of DETAILS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") described[name] = value;
  }
  const statement: unknown = Reflect.get(error, "query");
  if (typeof statement === "string") described.statement = statement;
  const frames = framesOf(error);
  if (frames !== undefined) described.stack = `${type}: ${message}${frames}`;
  if (depth >= CAUSES_MAX) return described;
  if (error.cause instanceof Error) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    described.errors = error.errors.flatMap((inner: unknown) =>
      inner instanceof Error ? [describeError(inner, depth + 1)] : [],
    );
  }
  return described;
}

/** The message of an error, or a sentence in its place where it may quote values. */
export function safeMessage(error: Error): string {
  if ("query" in error && "params" in error) return "A statement failed";
  if (error.name === "PostgresError") return postgresMessage(error);
  if ("responseCode" in error || "command" in error) return mailMessage(error);
  if (error.name === "ZodError" && "issues" in error) return issuesMessage(error.issues);
  return withoutAddresses(withoutQuotedInput(error));
}

/**
 * Classes of SQLSTATE whose messages speak of the server, the session or the statement's own text. Those of the others, such
 * as 22 (data exception), quote values.
 */
const PLAIN_CLASSES: ReadonlySet<string> = new Set(["08", "25", "28", "3D", "40", "42", "53", "55", "57", "58"]);

function postgresMessage(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return PLAIN_CLASSES.has(code.slice(0, 2)) ? error.message : `Postgres refused the statement (${code})`;
}

/** A mail server's answers name the recipients, and so do the commands that it answered. */
function mailMessage(error: Error): string {
  const code = "responseCode" in error ? ` ${String(error.responseCode)}` : "";
  const command = "command" in error ? /^[A-Z]+/.exec(String(error.command))?.[0] : undefined;
  return `The mail server refused${code}${command === undefined ? "" : ` (${command})`}`;
}

function issuesMessage(issues: unknown): string {
  if (!Array.isArray(issues)) return "A value does not fit its schema";
  const places = issues.map((issue: { code?: unknown; path?: unknown }) =>
    [Array.isArray(issue.path) ? issue.path.join(".") : "", String(issue.code)].join(" "),
  );
  return `A value does not fit its schema: ${places.join(", ")}`;
}

/** Node and its JSON parser quote what they were given. */
function withoutQuotedInput({ name, message }: Error): string {
  if (name === "SyntaxError") return message.replace(/(["'`])[\s\S]*\1/, "...");
  return message.replace(/\bReceived (?:type |an instance of )?[\s\S]*/, "Received ...");
}

/** It begins where its characters do: without that, the time is quadratic. */
const ADDRESS = /(?<![^\s<>"'(),;:=])[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g;
const URL_REST = /\b(https?:\/\/)(?:[^\s/"'<>@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/g;

function withoutAddresses(text: string): string {
  return text.replace(URL_REST, "$1$2/...").replace(ADDRESS, "[address]");
}

/** The lines of the stack after the message, which may have several lines itself. */
function framesOf({ stack, message }: Error): string | undefined {
  if (stack === undefined) return undefined;
  const start = message === "" ? 0 : stack.indexOf(message);
  if (start < 0) return undefined;
  const frames = stack.slice(start + message.length);
  const first = frames.indexOf("\n    at ");
  return first < 0 ? "" : frames.slice(first);
}
