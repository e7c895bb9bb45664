import type { Failure } from "#contract/common.ts";

/** A call that did not succeed. Every error that a call of the client rejects with is one, unless the caller aborted it. */
export class BelfryError extends Error {
  override name = "BelfryError";
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** The API's messages, one sentence a problem; empty when it sent none. */
  readonly problems: readonly string[];
  /** Of an internal error: the API logs it with the cause. */
  readonly errorId: string | undefined;
  /** Quote it when asking an operator: the API's log has it with every call. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    problems: readonly string[],
    options: { errorId?: string | undefined; requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(problems.join("; "), options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.problems = problems;
    this.errorId = options.errorId;
    this.requestId = options.requestId;
  }
}

/** Turns an answer other than 2xx into an error. The body need not be the API's: proxies answer too. */
export function errorOf(response: Response, body: unknown): BelfryError {
  const failure = isFailure(body) ? body : undefined;
  const problems = failure ? [failure.message].flat() : [statusText(response)];
  const errorId = failure?.errorId;
  return new BelfryError(response.status, problems, {
    errorId,
    requestId: errorId ?? response.headers.get("x-request-id") ?? undefined,
  });
}

function statusText({ status, statusText, headers }: Response): string {
  const answer = `The server answered ${status}${statusText === "" ? "" : ` ${statusText}`}`;
  const location = headers.get("location");
  return location === null ? answer : `${answer} and points to ${location}: set baseUrl to the server's own address`;
}

function isFailure(body: unknown): body is Pick<Failure, "message" | "errorId"> {
  if (typeof body !== "object" || body === null || !("message" in body)) return false;
  if ("errorId" in body && body.errorId !== undefined && typeof body.errorId !== "string") return false;
  const { message } = body;
  return typeof message === "string" || (Array.isArray(message) && message.every((text) => typeof text === "string"));
}
