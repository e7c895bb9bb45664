import { readRefusal } from "./wire.ts";

/** A reply other than 2xx. Applications know its wording. */
class InboxHttpError extends Error {
  readonly status: number;

  constructor(status: number, serverMessage: string) {
    super(`HTTP error! Status: ${status}, Message: ${serverMessage}`);
    this.name = "InboxHttpError";
    this.status = status;
  }
}

/** Milliseconds after which a call without an answer fails. */
const CALL_TIMEOUT_MS = 20_000;

export type HttpCall = {
  method: "GET" | "POST";
  url: string;
  token?: string;
  body?: unknown;
  /** Lets the call finish although the page is being left, for a click that marks and navigates. */
  keepalive?: boolean;
};

/** Sends one JSON call and returns its JSON reply. Throws {@link InboxHttpError}, or what `fetch` throws when unreachable. */
export async function sendJson(call: HttpCall): Promise<unknown> {
  const response = await fetch(call.url, {
    method: call.method,
    headers: {
      "Content-Type": "application/json",
      ...(call.token === undefined ? {} : { Authorization: `Bearer ${call.token}` }),
    },
    ...(call.method === "GET" ? {} : { body: JSON.stringify(call.body ?? {}) }),
    keepalive: call.keepalive === true,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  if (!response.ok) throw new InboxHttpError(response.status, await serverMessage(response));
  return response.status === 204 ? undefined : await response.json();
}

/** Whether repeating the call cannot help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof InboxHttpError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof InboxHttpError && error.status === 401;
}

async function serverMessage(response: Response): Promise<string> {
  try {
    return readRefusal(await response.json()) ?? response.statusText;
  } catch {
    // A gateway's error page is not JSON.
    return response.statusText;
  }
}
