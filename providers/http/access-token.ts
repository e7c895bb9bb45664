import { ProviderError } from "../provider-error.ts";

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
