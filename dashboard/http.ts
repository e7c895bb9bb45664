import { z } from "zod";
import { Failure } from "#contract/common.ts";

/** A call that failed. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** One sentence for each issue, as the server sent it. */
  readonly issues: string[];
  /** The id to quote when asking an operator for help. */
  readonly requestId: string | undefined;

  constructor(status: number, issues: string[], requestId?: string) {
    super(issues.join(" "));
    this.status = status;
    this.issues = issues;
    this.requestId = requestId;
  }
}

export interface RequestOptions {
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Another environment than the open one. */
  environmentId?: string | undefined;
  /** Sent without the session: signing in and the health check. */
  anonymous?: boolean;
  /** A status that carries a regular answer although it is not a success. */
  alsoAccept?: number;
}

interface HttpOptions {
  /** The API's context path; empty for none. */
  contextPath: string;
  token: () => string | undefined;
  environmentId: () => string | undefined;
  /** Called when the server rejects the session's token. */
  onSessionEnded: () => void;
  fetch?: typeof globalThis.fetch;
}

export type Request = <T>(method: string, path: string, schema: z.ZodType<T>, options?: RequestOptions) => Promise<T>;

/** Returns a function that calls the API of the page's origin, parses the answer, and throws an ApiError for each failure. */
export function createHttp(options: HttpOptions): Request {
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function call(method: string, path: string, request: RequestOptions): Promise<Response> {
    const headers = new Headers({ Accept: "application/json" });
    if (request.body !== undefined) headers.set("Content-Type", "application/json");
    const token = request.anonymous ? undefined : options.token();
    if (token) headers.set("Authorization", `Bearer ${token}`);
    const environmentId = request.environmentId ?? options.environmentId();
    if (token && environmentId) headers.set("Novu-Environment-Id", environmentId);
    try {
      return await send(`${options.contextPath}/v1${path}${queryString(request.query)}`, {
        method,
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: request.signal ?? null,
      });
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      throw new ApiError(0, ["Belfry does not answer. Check the connection and that the server is running."]);
    }
  }

  /** Some writes are refused with 401 in Production, so only a refused read of the account proves that the session ended. */
  async function sessionEnded(method: string): Promise<boolean> {
    if (method === "GET") return true;
    const probe = await call("GET", "/users/me", {});
    return probe.status === 401;
  }

  return async (method, path, schema, request = {}) => {
    const response = await call(method, path, request);
    if (response.ok || response.status === request.alsoAccept) return parse(schema, response);
    const failure = await readFailure(response);
    if (response.status === 401 && !request.anonymous && (await sessionEnded(method))) options.onSessionEnded();
    throw failure;
  };
}

function queryString(query: RequestOptions["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === "") continue;
    for (const item of typeof value === "object" ? value : [String(value)]) params.append(name, item);
  }
  const text = params.toString();
  return text && `?${text}`;
}

async function parse<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError(
    response.status,
    ["The server's answer does not have the expected form. Dashboard and server may be of different versions."],
    requestIdOf(response) ?? z.prettifyError(parsed.error).split("\n", 1)[0],
  );
}

async function readFailure(response: Response): Promise<ApiError> {
  const parsed = Failure.safeParse(await response.json().catch(() => undefined));
  const requestId = (parsed.success ? parsed.data.errorId : undefined) ?? requestIdOf(response);
  if (!parsed.success) return new ApiError(response.status, [`The server answered ${response.status}.`], requestId);
  // Only an internal error has an `errorId`, and its message is no sentence.
  if (parsed.data.errorId) return new ApiError(response.status, ["The server had an internal error."], requestId);
  return new ApiError(response.status, [parsed.data.message].flat(), requestId);
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get("x-request-id") ?? undefined;
}

/** Returns the sentence to show for anything that was thrown, with the id to quote for an error of the server. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.status >= 500 && error.requestId)
    return `${error.message} Its request id is ${error.requestId}.`;
  return error instanceof Error ? error.message : String(error);
}

export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether no answer arrived. */
export function isUnreachableError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
