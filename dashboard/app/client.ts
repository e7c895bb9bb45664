import { Belfry } from "#client/client.ts";
import { readAnswer } from "./read-answer.ts";

interface ClientOptions {
  /** The API's context path; empty for none. */
  contextPath: string;
  token: () => string | undefined;
  environmentId: () => string | undefined;
  /** Called when the server rejects the session's token. */
  onSessionEnded: () => void;
  fetch?: typeof globalThis.fetch;
}

/** Returns the client that calls the API of the page's origin as the signed-in member. */
export function createClient({ contextPath, token, environmentId, onSessionEnded, ...options }: ClientOptions): Belfry {
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const apiUrl = `${window.location.origin}${contextPath}`;

  /**
   * A call may be refused with 401 for its environment, which is gone or of another organisation by now, so only a refused read of the
   * account proves that the session ended.
   */
  async function isSessionEnded({ method, headers, signal = null }: RequestInit): Promise<boolean> {
    const sent = new Headers(headers);
    const authorization = sent.get("Authorization");
    if (authorization === null) return false;
    const isRead = method === "GET";
    if (isRead && !sent.has("Novu-Environment-Id")) return true;
    const probe = await send(`${apiUrl}/v1/users/me`, { headers: { Authorization: authorization }, signal });
    return isRead ? !probe.ok : probe.status === 401;
  }

  /** Whether the call was made with the token: a late refusal of an earlier one says nothing about whoever has signed in since. */
  const isOf = (current: string | undefined, { headers }: RequestInit) =>
    new Headers(headers).get("Authorization") === `Bearer ${current}`;

  return new Belfry({
    apiUrl,
    token,
    environmentId,
    parse: readAnswer,
    fetch: async (input, init = {}) => {
      const response = await send(input, init);
      if (response.status === 401 && (await isSessionEnded(init)) && isOf(token(), init)) onSessionEnded();
      return response;
    },
  });
}
