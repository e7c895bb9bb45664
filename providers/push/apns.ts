import { SignJWT } from "jose";
import { z } from "zod";
import { optional, secret, text, toggle } from "../credentials.ts";
import { AccessTokenCache } from "../http/access-token.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { apnsRefusals } from "./apns-refusals.ts";
import { apnsRequest } from "./apns-request.ts";
import { readPrivateKey } from "./private-key.ts";

/** Apple takes a token for an hour, and refuses tokens that change more often than every 20 minutes. */
const TOKEN_SECONDS = 60 * 60;
/** Apple's wait before another attempt after an error of its own. */
const SERVER_ERROR_PAUSE_SECONDS = 15 * 60;

const Refusal = z.object({ reason: z.string(), timestamp: z.number().optional().catch(undefined) });

const PRODUCTION = { host: "api.push.apple.com", name: "production service" };
const SANDBOX = { host: "api.sandbox.push.apple.com", name: "sandbox" };

/**
 * Apple's push service. Apple refuses a token that is dead in the same words, BadDeviceToken, as a live one of the other environment,
 * which is each of them when the switch "Production" is wrong. A token belongs to one environment alone, so that a refused message is
 * sent to the other one, too: it can be delivered there only, and once at most. When that takes it, the message was sent, with a warning
 * that names the switch. A token that neither knows, or for which the key has no other environment, is dead where Apple took another
 * one of the same message: all are refused where the integration is set up for another app.
 * A silent push to find out was rejected: it would wake the app for nothing, and the subscriber would still miss the message.
 */
export const apns = pushProvider({
  id: "apns",
  name: "APNs",
  docs: "https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns",
  logo: "apns.png",
  beta: true,
  mergesPassthrough: true,
  doubtsTokens: true,
  hosts: ["api.push.apple.com", "api.sandbox.push.apple.com"],
  // The part that Apple itself reads: it is made of the overrides.
  reserved: () =>
    [["payload"], ["overrides", "payload"]].map(([first = "", ...rest]) => ({
      at: [first, ...rest] as const,
      isReserved: (key: string) => key === "aps",
    })),
  refusals: apnsRefusals,
  credentials: z.object({
    secretKey: secret("Private Key", { type: "text" }),
    apiKey: secret("Key ID"),
    projectName: text("Team ID"),
    applicationId: text("Bundle ID"),
    secure: optional(toggle("Production")),
  }),
  open({ secretKey, apiKey, projectName, applicationId, secure }, tools) {
    const key = readPrivateKey(secretKey);
    const [own, other] = secure ? [PRODUCTION, SANDBOX] : [SANDBOX, PRODUCTION];
    const tokens = new AccessTokenCache(async () => {
      const token = new SignJWT().setProtectedHeader({ alg: "ES256", kid: apiKey }).setIssuer(projectName);
      return { value: await token.setIssuedAt().sign(key), expiresIn: TOKEN_SECONDS };
    });
    const connection = tools.http.openHttp2();
    return {
      async send({ passthrough, ...message }, { signal }) {
        const http = signal ? connection.withSignal(signal) : connection;
        const { headers, ...request } = withPassthrough(apnsRequest(message, applicationId), passthrough);
        const postTo = ({ host }: typeof own) =>
          tokens.use(
            (token) =>
              http.post(`https://${host}/3/device/${encodeURIComponent(message.target[0] ?? "")}`, {
                ...request,
                headers: { authorization: `bearer ${token}`, ...headers },
                retryAfter: ({ status }) => (status >= 500 ? SERVER_ERROR_PAUSE_SECONDS : undefined),
              }),
            isExpiredToken,
          );
        const sent = (reply: HttpReply) => ({
          id: reply.headers.get("apns-id") ?? headers["apns-id"] ?? message.id,
          date: reply.date,
        });
        try {
          return sent(await postTo(own));
        } catch (refusal) {
          if (!isFor(refusal, "BadDeviceToken")) throw asOfMoment(refusal);
          const reply = await postTo(other).catch((error: unknown) => {
            throw asOfMoment(isFor(error, "BadEnvironmentKeyIdInToken") ? refusal : error);
          });
          const warning = `Apple's ${own.name} does not know this device, its ${other.name} took the message: check the switch "Production" of the integration`;
          return { ...sent(reply), warning };
        }
      },
      close: () => connection.close(),
    };
  },
});

/** The error with what Apple says of the token: since when it is dead, or nothing that would not be said of a live one of another app. */
function asOfMoment(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.class !== "TOKEN") return error;
  const { timestamp } = Refusal.safeParse(jsonOf(error.response ?? "")).data ?? {};
  return new ProviderError("TOKEN", error.message, {
    ...error,
    // Milliseconds since 1970.
    ...(timestamp !== undefined && { invalidSince: new Date(timestamp) }),
    isOfSetUpPerhaps: isFor(error, "BadDeviceToken"),
  });
}

function reasonOf(text: string): string | undefined {
  return Refusal.safeParse(jsonOf(text)).data?.reason;
}

const isFor = (error: unknown, reason: string): boolean =>
  error instanceof ProviderError && reasonOf(error.response ?? "") === reason;

const isExpiredToken = (error: ProviderError): boolean => error.status === 403 && isFor(error, "ExpiredProviderToken");
