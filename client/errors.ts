import type { Failure } from "#contract/schemas/common.ts";

interface ErrorDetails {
  /** The message in sentences; without them it is one. */
  problems?: readonly string[];
  fields?: Readonly<Record<string, readonly string[]>>;
  code?: string | undefined;
  requestId?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that did not succeed. Every error that a call of the client rejects with is one, unless the caller aborted it. */
export class BelfryError extends Error {
  override name = "BelfryError";
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** The reason for programs: that of the API, or of the network, such as ECONNREFUSED; undefined when nothing said so. */
  readonly code: string | undefined;
  /** One sentence for each problem: `message` is all of them. */
  readonly problems: readonly string[];
  /** Those of the problems that are about a field of the request, by its path, such as `to` and `steps.0.name`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Quote it when asking an operator: the API's log has it with every call. */
  readonly requestId: string | undefined;
  /** Seconds after which the server asks to be called again; undefined when it does not ask. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = status;
    this.code = details.code;
    this.problems = details.problems ?? [message];
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** 400: the request has a fault, which `fields` names where it can. */
export class BadRequestError extends BelfryError {
  override name = "BadRequestError";
}
/** 401: the key or token is missing, wrong or expired, or may not do this. */
export class UnauthorizedError extends BelfryError {
  override name = "UnauthorizedError";
}
/** 403: the caller is known, and may not do this. */
export class ForbiddenError extends BelfryError {
  override name = "ForbiddenError";
}
/** 404 */
export class NotFoundError extends BelfryError {
  override name = "NotFoundError";
}
/** 500: the API's log has the cause under `requestId`. */
export class InternalServerError extends BelfryError {
  override name = "InternalServerError";
}
/** 501 */
export class NotImplementedError extends BelfryError {
  override name = "NotImplementedError";
}
/** 502 */
export class BadGatewayError extends BelfryError {
  override name = "BadGatewayError";
}
/** 503: Belfry, or what it needs, is away for a moment. */
export class ServiceUnavailableError extends BelfryError {
  override name = "ServiceUnavailableError";
}
/** 504 */
export class GatewayTimeoutError extends BelfryError {
  override name = "GatewayTimeoutError";
}

/** 3xx: `apiUrl` is not the server's own address. */
export class RedirectError extends BelfryError {
  override name = "RedirectError";
  /** The address that the answer points to; empty when it names none. */
  readonly location: string;

  constructor(status: number, location: string, details: ErrorDetails = {}) {
    const problem = `points to ${location === "" ? "another address" : location}: set apiUrl to the server's own address`;
    super(status, `The server answered ${status} and ${problem}`, details);
    this.location = location;
  }
}

/** Any other status, such as 402, 409, 413, 422 and 429. */
export class HttpError extends BelfryError {
  override name = "HttpError";
}

/** No answer arrived: the server cannot be reached, or the connection broke. */
export class ConnectionError extends BelfryError {
  override name = "ConnectionError";

  constructor(apiUrl: string, cause: unknown) {
    super(0, `${apiUrl} cannot be reached: check apiUrl and that the server is running`, {
      code: networkCodeOf(cause),
      cause,
    });
  }
}

/** The call took longer than `timeoutMs`. Its cause is the failure of the attempt before, where there was one. */
export class TimeoutError extends BelfryError {
  override name = "TimeoutError";

  constructor(message: string, cause?: unknown) {
    super(0, message, { cause });
  }
}

const CLASSES: Readonly<Record<number, typeof BelfryError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  500: InternalServerError,
  501: NotImplementedError,
  502: BadGatewayError,
  503: ServiceUnavailableError,
  504: GatewayTimeoutError,
};

/** Turns an answer other than 2xx into an error. The body need not be the API's: proxies answer too. */
export function errorOf(response: Response, body: unknown): BelfryError {
  const { status, headers } = response;
  const failure = isFailure(body) ? body : undefined;
  const problems = failure ? [failure.message].flat() : [statusText(response)];
  const details = {
    problems,
    fields: fieldsOf(failure),
    code: textOf(failure?.code),
    requestId: textOf(failure?.requestId) ?? headers.get("x-request-id") ?? undefined,
    retryAfter: secondsOf(headers.get("retry-after")),
  };
  if (status >= 300 && status < 400) return new RedirectError(status, headers.get("location") ?? "", details);
  return new (CLASSES[status] ?? HttpError)(status, problems.join("; "), details);
}

type RefusalBody = Pick<Failure, "message"> & Readonly<Record<string, unknown>>;

function isFailure(body: unknown): body is RefusalBody {
  return typeof body === "object" && body !== null && "message" in body && isTextOrTexts(body.message);
}

const isTextOrTexts = (value: unknown): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.every((text) => typeof text === "string"));

function fieldsOf(failure: RefusalBody | undefined): Record<string, string[]> {
  const fields = Object.entries(failure?.fields ?? {}).filter(([, texts]) => Array.isArray(texts));
  return Object.fromEntries(fields.map(([field, texts]) => [field, texts.map(String)]));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Of a header that holds seconds or a date. Anything else asks for no pause. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1_000);
}

function statusText({ status, statusText }: Response): string {
  return `The server answered ${status}${statusText === "" ? "" : ` ${statusText}`}`;
}

/** The code of what `fetch` failed with, which stands somewhere in its causes. */
function networkCodeOf(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return undefined;
}
