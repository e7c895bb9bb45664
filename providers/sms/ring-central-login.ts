import { z } from "zod";
import { basicAuth, type Http } from "../http.ts";
import { ProviderError, redact } from "../provider-error.ts";

/** A token is renewed so long before it expires. */
const EARLY_MS = 60_000;

const Answer = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
});
interface Tokens {
  access: string;
  refresh: string | undefined;
  /** Milliseconds since 1970. */
  goodUntil: number;
}

/** Keeps the access token of an account. */
export interface Login {
  /** Returns a token that is good, and not the one that was refused. Throws ProviderError: no message was sent then. */
  token(refused?: string): Promise<string>;
}

/** Logs in to RingCentral for a JWT, and again by the refresh token as long as it is accepted: providers-sms-chat.md 3.28. */
export function createLogin(
  { server, clientId, secretKey, jwt }: { server: string; clientId: string; secretKey: string; jwt: string },
  http: Http,
): Login {
  let latest: Tokens | undefined;
  /** A login under way, which all wait for. */
  let pending: Promise<Tokens> | undefined;

  async function ask(grant: Record<string, string>): Promise<Tokens> {
    const reply = await http
      .post(`${server}/restapi/oauth/token`, {
        headers: { authorization: basicAuth(clientId, secretKey), "client-id": clientId },
        form: grant,
        classify: ({ status }) => (status === 400 ? "CREDENTIAL" : undefined),
        idempotent: true,
      })
      .catch((error: unknown) => {
        throw withoutMessage(error, Object.values(grant));
      });
    const { access_token, expires_in, refresh_token } = reply.json(Answer);
    return {
      access: access_token,
      refresh: refresh_token,
      goodUntil: Date.now() + expires_in * 1_000 - EARLY_MS,
    };
  }
  const byJwt = () => ask({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: jwt });

  async function renewed(refresh: string | undefined): Promise<Tokens> {
    if (refresh === undefined) return byJwt();
    try {
      return await ask({ grant_type: "refresh_token", refresh_token: refresh });
    } catch (error) {
      // A refresh token serves once and expires, too.
      if (error instanceof ProviderError && error.class === "CREDENTIAL") return byJwt();
      throw error;
    }
  }

  async function renew(): Promise<Tokens> {
    try {
      latest = await renewed(latest?.refresh);
      return latest;
    } finally {
      pending = undefined;
    }
  }

  return {
    async token(refused) {
      if (latest && latest.access !== refused && Date.now() < latest.goodUntil) return latest.access;
      pending ??= renew();
      return (await pending).access;
    },
  };
}

/** Whatever became of a login, no message was sent by it. Tokens are not among the credentials, and are redacted here. */
function withoutMessage(error: unknown, tokens: readonly string[]): unknown {
  if (!(error instanceof ProviderError)) return error;
  const response = error.response && redact(error.response, tokens);
  return new ProviderError(error.class, error.message, { ...error, response, mayBeSent: false });
}
