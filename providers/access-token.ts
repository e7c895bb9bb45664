import { z } from "zod";
import { type HttpReply, jsonOf } from "./http-reply.ts";
import { ProviderError } from "./provider-error.ts";

/** A token is renewed so long before it expires, so that none expires on its way to the vendor. */
const MARGIN_SECONDS = 5 * 60;

export interface AccessToken {
  value: string;
  /** Seconds from now. */
  expiresIn: number;
}

/** Keeps the access token of a session until shortly before it expires. `request` gets another one from the vendor. */
export class AccessTokenCache {
  readonly #request: () => Promise<AccessToken>;
  #kept: { value: string; renewAt: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(request: () => Promise<AccessToken>) {
    this.#request = request;
  }

  /** Returns the token that is kept, or another one, which is requested once for all who wait for it. */
  async get(): Promise<string> {
    if (this.#kept && Date.now() < this.#kept.renewAt) return this.#kept.value;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /**
   * Makes a call with the token. When it throws what `isRefused` recognises as a refused token, the call is made once more
   * with another token.
   */
  async use<T>(call: (token: string) => Promise<T>, isRefused = hasStatus401): Promise<T> {
    const token = await this.get();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof ProviderError) || !isRefused(error)) throw error;
      // Another call may have renewed it meanwhile.
      if (this.#kept?.value === token) this.#kept = undefined;
      return call(await this.get());
    }
  }

  async #renew(): Promise<string> {
    const { value, expiresIn } = await this.#request();
    const lifetime = Math.max(expiresIn - MARGIN_SECONDS, expiresIn / 2);
    this.#kept = { value, renewAt: Date.now() + lifetime * 1_000 };
    return value;
  }
}

const hasStatus401 = ({ status }: ProviderError): boolean => status === 401;

const OAuthAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(3_600),
});

/** Reads the answer of an OAuth 2 token endpoint. No error quotes it, as it may hold a token in another form. */
export function readAccessToken({ text, status }: HttpReply, host: string): AccessToken {
  const answer = OAuthAnswer.safeParse(jsonOf(text));
  if (!answer.success)
    throw new ProviderError("RETRY", `${host} answered ${status} without an access token`, { status });
  return { value: answer.data.access_token, expiresIn: answer.data.expires_in };
}
