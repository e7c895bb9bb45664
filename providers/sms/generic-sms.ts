import { z } from "zod";
import { optional, secret, text, toggle, webUrl } from "../credentials.ts";
import { AccessTokenCache } from "../http/access-token.ts";
import type { Http } from "../http/http.ts";
import { jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import { ProviderError, withoutSecrets } from "../provider-error.ts";
import { unixDate, zonedDate } from "../reports/vendor-dates.ts";

/** A number of seconds since 1970 is below it, and one of milliseconds above. */
const FIRST_MILLISECONDS = 1e11;

/** A gateway of the customer's own. */
export const genericSms = smsProvider({
  id: "generic-sms",
  name: "Generic SMS",
  uncoded: "The gateway is one of the customer's own",
  credentials: z.object({
    baseUrl: webUrl("Base URL", { destination: true }),
    apiKeyRequestHeader: text("API Key Request Header"),
    apiKey: secret("API Key"),
    secretKeyRequestHeader: optional(text("Secret Key Request Header")),
    secretKey: optional(secret("Secret Key")),
    idPath: text("Id Path", { value: "data.id" }),
    datePath: optional(text("Date Path", { value: "data.date" })),
    authenticateByToken: optional(toggle("Authenticate by token")),
    domain: optional(
      webUrl("Auth URL", {
        destination: true,
        description: "Where the token is requested, with the headers of the keys",
      }),
    ),
    authenticationTokenKey: optional(
      text("Authentication Token Key", {
        description: "The field of the answer's data that has the token, and the header that it is sent in",
      }),
    ),
    from: text("From"),
  }),
  async open(credentials, { http: sessionHttp }) {
    const { baseUrl, idPath, datePath = "date", from: own } = credentials;
    const tokens = tokensOf(credentials, sessionHttp);
    return {
      async send({ id, to, from = own, content, customData }, { http }) {
        const post = (headers: Record<string, string>) =>
          http.post(baseUrl, { headers, json: { to, from, content, id, customData, sender: from } });
        const reply = await (tokens?.use(post) ?? post(headersOf(credentials)));
        const answer = jsonOf(reply.text);
        const vendorId = textOf(valueAt(answer, idPath.split(".")));
        if (vendorId !== undefined)
          return { id: vendorId, date: dateOf(valueAt(answer, datePath.split(".")))?.toISOString() ?? reply.date };
        const { message, ...refusal } = reply.refused("PERMANENT");
        throw new ProviderError("PERMANENT", `The answer has no id at "${idPath}": ${message}`, refusal);
      },
      async check() {
        await tokens?.use(async () => undefined);
      },
    };
  },
});

interface Keys {
  apiKeyRequestHeader: string;
  apiKey: string;
  secretKeyRequestHeader?: string | undefined;
  secretKey?: string | undefined;
}
interface TokenSettings extends Keys {
  authenticateByToken?: boolean | undefined;
  domain?: string | undefined;
  authenticationTokenKey?: string | undefined;
}

const headersOf = ({ apiKeyRequestHeader, apiKey, secretKeyRequestHeader, secretKey }: Keys) => ({
  [apiKeyRequestHeader]: apiKey,
  ...(secretKeyRequestHeader !== undefined && secretKey !== undefined && { [secretKeyRequestHeader]: secretKey }),
});

/** Makes calls with the header of a token, where the gateway wants one. */
function tokensOf(settings: TokenSettings, http: Http) {
  const { authenticateByToken, domain, authenticationTokenKey: key } = settings;
  if (!authenticateByToken) return undefined;
  if (domain === undefined || key === undefined) {
    const missing = domain === undefined ? "Auth URL" : "Authentication Token Key";
    throw new ProviderError("CREDENTIAL", `The Generic SMS integration is not set up: fill in "${missing}"`);
  }
  const tokens = new AccessTokenCache(async () => {
    const reply = await http.post(domain, { headers: headersOf(settings) }).catch(tokenFailure);
    const value = textOf(valueAt(jsonOf(reply.text), ["data", key]));
    // The answer is not quoted, because it may have a token somewhere else.
    if (value === undefined) throw new ProviderError("CREDENTIAL", `The answer of the Auth URL has no data.${key}`);
    // For how long it holds is not said: it is renewed when the gateway refuses it.
    return { value, expiresIn: Number.POSITIVE_INFINITY };
  });
  return {
    use: <T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> =>
      tokens.use((token) =>
        call({ [key]: token }).catch((error: unknown) => {
          throw error instanceof ProviderError ? withoutSecrets(error, [token]) : error;
        }),
      ),
  };
}

/** Without a token no message was sent, and what is wrong with the call is wrong with the integration. */
function tokenFailure(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const errorClass = error.class === "PERMANENT" ? "CREDENTIAL" : error.class;
  throw new ProviderError(errorClass, `No token from the Auth URL: ${error.message}`, {
    ...error,
    retryLimit: undefined,
    mayBeSent: false,
  });
}

/** The value at the path of a JSON value; undefined where an object on the way is missing. */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function dateOf(value: unknown): Date | null {
  if (typeof value === "number" && value < FIRST_MILLISECONDS) return unixDate(value);
  return typeof value === "string" || typeof value === "number" ? zonedDate(value) : null;
}
