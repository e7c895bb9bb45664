import { SignJWT } from "jose";
import { z } from "zod";
import { AccessTokenCache } from "../access-token.ts";
import { optional, secret, text, toggle } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";
import type { ErrorClass, ProviderError } from "../provider-error.ts";
import { apnsRequest } from "./apns-request.ts";
import { readPrivateKey } from "./private-key.ts";

/** Apple takes a token for an hour, and refuses tokens that change more often than every 20 minutes. */
const TOKEN_SECONDS = 60 * 60;
/** Apple's wait before another attempt after an error of its own. */
const SERVER_ERROR_PAUSE_SECONDS = 15 * 60;

const Refusal = z.object({ reason: z.string() });

/** Reasons whose class is not that of their status. */
const CLASS_OF_REASON: Readonly<Record<string, ErrorClass>> = {
  Unregistered: "TOKEN",
  ExpiredToken: "TOKEN",
  BadDeviceToken: "TOKEN",
  DeviceTokenNotForTopic: "TOKEN",
  TopicDisallowed: "CREDENTIAL",
  BadCertificate: "CREDENTIAL",
  BadCertificateEnvironment: "CREDENTIAL",
  BadEnvironmentKeyIdInToken: "CREDENTIAL",
  IdleTimeout: "RETRY",
};

/** Apple's push service: providers-email-push.md 5.2. */
export const apns = pushProvider({
  id: "apns",
  name: "APNs",
  docs: "https://docs.belfry.local/channels-and-providers/push/apns",
  logo: "apns.png",
  beta: true,
  mergesPassthrough: true,
  hosts: ["api.push.apple.com", "api.sandbox.push.apple.com"],
  credentials: z.object({
    secretKey: secret("Private Key", { type: "text" }),
    apiKey: secret("Key ID"),
    projectName: text("Team ID"),
    applicationId: text("Bundle ID"),
    secure: optional(toggle("Production")),
  }),
  open({ secretKey, apiKey, projectName, applicationId, secure }, tools) {
    const key = readPrivateKey(secretKey);
    const host = secure ? "api.push.apple.com" : "api.sandbox.push.apple.com";
    const tokens = new AccessTokenCache(async () => {
      const token = new SignJWT().setProtectedHeader({ alg: "ES256", kid: apiKey }).setIssuer(projectName);
      return { value: await token.setIssuedAt().sign(key), expiresIn: TOKEN_SECONDS };
    });
    const connection = tools.http.openHttp2();
    return {
      async send({ passthrough, ...message }, { signal }) {
        const http = signal ? connection.withSignal(signal) : connection;
        const { headers, ...request } = withPassthrough(apnsRequest(message, applicationId), passthrough);
        const post = (token: string) =>
          http.post(`https://${host}/3/device/${encodeURIComponent(message.target[0] ?? "")}`, {
            ...request,
            headers: { authorization: `bearer ${token}`, ...headers },
            classify,
            retryAfter: ({ status }) => (status >= 500 ? SERVER_ERROR_PAUSE_SECONDS : undefined),
          });
        const reply = await tokens.use(post, isExpiredToken);
        return { id: reply.headers.get("apns-id") ?? headers["apns-id"] ?? message.id, date: reply.date };
      },
      close: () => connection.close(),
    };
  },
});

function reasonOf(text: string): string | undefined {
  return Refusal.safeParse(jsonOf(text)).data?.reason;
}

function classify({ status, text }: HttpReply): ErrorClass | undefined {
  const reason = status < 300 ? undefined : reasonOf(text);
  return reason !== undefined && Object.hasOwn(CLASS_OF_REASON, reason) ? CLASS_OF_REASON[reason] : undefined;
}

const isExpiredToken = ({ status, response = "" }: ProviderError): boolean =>
  status === 403 && reasonOf(response) === "ExpiredProviderToken";
