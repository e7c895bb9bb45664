import { z } from "zod";
import { type AccessToken, AccessTokenCache } from "../http/access-token.ts";
import { basicAuth, type Http } from "../http/http.ts";
import { ProviderError } from "../provider-error.ts";
import { redact } from "../redact.ts";

const Answer = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
});
interface Tokens extends AccessToken {
  refresh: string | undefined;
}

/** Logs in to RingCentral for a JWT, and again by the refresh token as long as it is accepted. */
export function createLogin(
  { server, clientId, secretKey, jwt }: { server: string; clientId: string; secretKey: string; jwt: string },
  http: Http,
): AccessTokenCache {
  let refresh: string | undefined;

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
    return { value: access_token, expiresIn: expires_in, refresh: refresh_token };
  }
  const byJwt = () => ask({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: jwt });

  async function renewed(): Promise<Tokens> {
    if (refresh === undefined) return byJwt();
    try {
      return await ask({ grant_type: "refresh_token", refresh_token: refresh });
    } catch (error) {
      // A refresh token serves once and expires, too.
      if (error instanceof ProviderError && error.class === "CREDENTIAL") return byJwt();
      throw error;
    }
  }

  return new AccessTokenCache(async () => {
    const tokens = await renewed();
    refresh = tokens.refresh;
    return tokens;
  });
}

/** Whatever became of a login, no message was sent by it. Tokens are not among the credentials, and are redacted here. */
function withoutMessage(error: unknown, tokens: readonly string[]): unknown {
  if (!(error instanceof ProviderError)) return error;
  const response = error.response && redact(error.response, tokens);
  return new ProviderError(error.class, error.message, { ...error, response, mayBeSent: false });
}
