import type { ErrorCode } from "#contract/constants/errors.ts";

/**
 * A request that cannot be served because of what was asked, with a message that names the field and the remedy. One about a field of
 * the request begins with its path (`snoozeUntil must be ...`, `steps.0.name: ...`), by which answers have it among their `fields`.
 * A list of messages is a list of independent complaints about the same request.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly messages: readonly string[];
  /** Whether complaints about fields were given as a list, which they stay on the wire, also when there is only one. */
  readonly isList: boolean;
  /** Extra keys for the error body, such as `workflowId`. */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string | readonly string[], context: Record<string, unknown> = {}) {
    const messages = typeof message === "string" ? [message] : message;
    super(messages.join("; "));
    this.name = "DomainError";
    this.code = code;
    this.messages = messages;
    this.isList = typeof message !== "string";
    this.context = context;
  }
}

export function notFound(what: string, context?: Record<string, unknown>): DomainError {
  return new DomainError("not_found", what, context);
}
