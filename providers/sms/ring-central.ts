import { z } from "zod";
import { optional, secret, text, toggle } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { ringCentralRefusals } from "./refusals/ring-central-refusals.ts";
import { ringCentralReports } from "./reports/ring-central-reports.ts";
import { createLogin } from "./ring-central-login.ts";

/** Its limits are counted by the minute. */
const LIMIT_SECONDS = 60;
const Answer = z.object({
  id: z.union([z.number().transform(String), z.string().min(1)]),
  creationTime: z.string().nullish(),
});

/** RingCentral, whose access tokens are got for a JWT. */
export const ringCentral = smsProvider({
  id: "ring-central",
  name: "RingCentral",
  docs: "https://developers.ringcentral.com/guide/getting-started/create-credential",
  hosts: ["platform.ringcentral.com", "platform.devtest.ringcentral.com"],
  refusals: ringCentralRefusals,
  credentials: z.object({
    clientId: text("Client ID"),
    secretKey: secret("Client secret"),
    secure: optional(toggle("Is sandbox", { destination: true })),
    token: secret("JWT token"),
    webhookSigningKey: optional(
      secret("Verification token of the webhook", { description: "With it, only reports that carry it are taken" }),
    ),
    from: text("From"),
  }),
  reports: ringCentralReports,
  open({ clientId, secretKey, secure: isSandbox, token: jwt, from: own }, { http: sessionHttp }) {
    const server = `https://platform.${isSandbox ? "devtest." : ""}ringcentral.com`;
    const login = createLogin({ server, clientId, secretKey, jwt }, sessionHttp);
    return {
      async send({ to, from, content }, { http }) {
        const post = (token: string) =>
          http.post(`${server}/restapi/v1.0/account/~/extension/~/sms`, {
            headers: { authorization: `Bearer ${token}`, "client-id": clientId },
            json: { from: { phoneNumber: from ?? own }, to: [{ phoneNumber: to }], text: content },
            retryAfter: ({ status }) => (status === 429 ? LIMIT_SECONDS : undefined),
          });
        const reply = await login.use(post);
        const { id, creationTime } = reply.json(Answer);
        return { id, date: zonedDate(creationTime)?.toISOString() ?? reply.date };
      },
      check: async () => {
        await login.get();
      },
    };
  },
});
