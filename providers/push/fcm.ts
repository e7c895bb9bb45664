import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { secret } from "../credentials.ts";
import { type AccessToken, AccessTokenCache } from "../http/access-token.ts";
import type { Http } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { readOAuthToken } from "../http/oauth-token.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";
import { type Classification, type ProviderError, withoutSecrets } from "../provider-error.ts";
import { isReservedByGoogle } from "../reserved-keys.ts";
import { fcmMessage, OF_DATA_MESSAGE } from "./fcm-message.ts";
import { fcmRefusals } from "./fcm-refusals.ts";
import { readPrivateKey } from "./private-key.ts";

const TOKEN_URL = "https://oauth2.googleapis.com/token";
const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
/** Google's minimum before another attempt when a quota is used up and it does not say how long to wait. */
const QUOTA_PAUSE_SECONDS = 60;

const ServiceAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]+$/i),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
});

const Answer = z.object({ name: z.string().min(1) });
const Detail = z.object({
  errorCode: z.string().optional(),
  fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
  violations: z.array(z.object({ subject: z.string().default(""), description: z.string().default("") })).optional(),
});
const Refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().default(""),
    details: z.array(Detail.catch({})).catch([]),
  }),
});

/** Firebase Cloud Messaging, HTTP API v1. Integrations of long ago have the service account as `user`. */
export const fcm = pushProvider({
  id: "fcm",
  name: "Firebase Cloud Messaging",
  docs: "https://firebase.google.com/docs/cloud-messaging/auth-server",
  // 600,000 in a minute.
  pace: { perSecond: 10_000, source: "https://firebase.google.com/docs/cloud-messaging/throttling-and-quotas" },
  mergesPassthrough: true,
  hosts: ["fcm.googleapis.com", "oauth2.googleapis.com"],
  reserved: ({ overrides = {} }) => {
    const places = [
      ["overrides", "data"],
      ["overrides", "android", "data"],
    ] as const;
    if (overrides.type !== "data") return places.map((at) => ({ at, isReserved: isReservedByGoogle }));
    // The title and the content of the message are part of its data.
    const isReserved = (key: string) => isReservedByGoogle(key) || OF_DATA_MESSAGE.includes(key);
    return [
      { at: ["payload"], isReserved },
      { at: places[1], isReserved: isReservedByGoogle },
    ];
  },
  refusals: fcmRefusals,
  credentials: z.object({
    serviceAccount: secret("Service Account (entire JSON file)", { type: "text", formerKey: "user" }),
  }),
  open({ serviceAccount }, tools) {
    const account = readAccount(serviceAccount);
    const key = readPrivateKey(account.private_key);
    const tokens = new AccessTokenCache(() => requestToken(tools.http, account, key));
    return {
      async send({ passthrough, ...message }, { http }) {
        const { json, headers, query } = withPassthrough({ json: fcmMessage(message) }, passthrough);
        const post = (token: string) =>
          http.post(`https://fcm.googleapis.com/v1/projects/${account.project_id}/messages:send`, {
            headers: { authorization: `Bearer ${token}`, ...headers },
            query,
            json: { message: json },
            classify,
            retryAfter: ({ status }) => (status === 429 ? QUOTA_PAUSE_SECONDS : undefined),
          });
        const reply = await tokens.use(post, isRefusedToken);
        return { id: reply.json(Answer).name, date: reply.date };
      },
      async check() {
        await tokens.get();
      },
    };
  },
});

function readAccount(json: string): z.output<typeof ServiceAccount> {
  const account = ServiceAccount.safeParse(jsonOf(json));
  if (account.success) return account.data;
  const fields = account.error.issues.map(({ path }) => path.join(".")).filter((field) => field !== "");
  const missing = fields.length > 0 ? `, with ${fields.join(", ")}` : "";
  throw new Error(`its service account must be the JSON file that Google gave out${missing}`);
}

async function requestToken(
  http: Http,
  { client_email, private_key_id }: z.output<typeof ServiceAccount>,
  key: KeyObject,
): Promise<AccessToken> {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(private_key_id !== undefined && { kid: private_key_id }) })
    .setIssuer(client_email)
    .setAudience(TOKEN_URL)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);
  const reply = await http
    .post(TOKEN_URL, {
      form: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
      idempotent: true,
      // `invalid_grant`: the key was deleted, or is not of this account.
      classify: ({ status }) => (status === 400 ? "CREDENTIAL" : undefined),
    })
    .catch((error: unknown) => {
      throw withoutSecrets(error, [assertion]);
    });
  return readOAuthToken(reply, new URL(TOKEN_URL).host);
}

function classify({ status, text }: HttpReply): Classification | undefined {
  const refusal = Refusal.safeParse(jsonOf(text));
  if (status < 300 || !refusal.success) return undefined;
  const { details, message, status: name } = refusal.data.error;
  const code = details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? name;
  if (code === "INVALID_ARGUMENT") {
    const isToken = details.some(({ fieldViolations = [] }) =>
      fieldViolations.some(({ field }) => field === "message.token"),
    );
    return isToken || /registration token is not a valid/i.test(message) ? "TOKEN" : "PERMANENT";
  }
  // Of this device, or of all messages of the project.
  if (code === "QUOTA_EXCEEDED" || code === "RESOURCE_EXHAUSTED") {
    const exceeded = details.flatMap(({ violations = [] }) =>
      violations.map((one) => `${one.subject} ${one.description}`),
    );
    return [message, ...exceeded].some((sentence) => /\bdevice/i.test(sentence)) ? "RECIPIENT_RATE" : "RATE";
  }
  return undefined;
}

/** A 401 also comes when the keys of Apple or of web push are missing in the project, which no other token mends. */
const isRefusedToken = ({ status, response = "" }: ProviderError): boolean =>
  status === 401 && !response.includes("THIRD_PARTY_AUTH_ERROR");
