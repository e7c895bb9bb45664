import { readRefusal } from "./read-answers.ts";

/** A reply other than 2xx. Applications know its wording. */
export class InboxHttpError extends Error {
  override name = "InboxHttpError";
  readonly status: number;

  constructor(status: number, serverMessage: string) {
    super(`HTTP error! Status: ${status}, Message: ${serverMessage}`);
    this.status = status;
  }
}

/** Milliseconds after which a call without an answer fails. */
const CALL_TIMEOUT_MS = 20_000;

export type HttpCall = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  token?: string | undefined;
  body?: unknown;
};

/** Sends one JSON call and returns its JSON reply. Throws {@link InboxHttpError}, or what `fetch` throws when unreachable. */
export async function sendJson({ method, url, token, body }: HttpCall): Promise<unknown> {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  const response = await fetch(url, {
    method,
    headers,
    body: method === "GET" ? null : JSON.stringify(body ?? {}),
    // A change is often the last call before the page is left.
    keepalive: method !== "GET",
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  if (!response.ok) throw new InboxHttpError(response.status, await messageOf(response));
  return response.status === 204 ? undefined : await response.json();
}

/** Whether repeating the call cannot help. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof InboxHttpError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)
  );
}

const hasStatus = (error: unknown, status: number) => error instanceof InboxHttpError && error.status === status;
export const isUnauthorized = (error: unknown): boolean => hasStatus(error, 401);
export const isNotFound = (error: unknown): boolean => hasStatus(error, 404);

/** Whether the server answered, with whatever. */
export const isAnswered = (error: unknown): boolean => error instanceof InboxHttpError;

async function messageOf(response: Response): Promise<string> {
  try {
    return readRefusal(await response.json()) ?? response.statusText;
  } catch {
    // A gateway's error page is not JSON.
    return response.statusText;
  }
}
