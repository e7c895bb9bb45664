import { z } from "zod";
import { WHATSAPP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { optional, pattern, secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { phoneNumberOf } from "../phone-number.ts";
import { chatProvider } from "../provider.ts";
import { type Classification, ProviderError } from "../provider-error.ts";
import { reservedNames } from "../reserved-keys.ts";
import { formOf } from "./whatsapp-form.ts";
import { whatsappRefusals } from "./whatsapp-refusals.ts";
import { whatsappReports } from "./whatsapp-reports.ts";

/** Of May 2025. Meta serves each version for about two years, and requests for an older one by the oldest it still has. */
const GRAPH_VERSION = "v23.0";

const Sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });
const Refusal = z.object({ error: z.object({ code: z.number() }) });

/** WhatsApp by Meta's Cloud API, by which subscribers are reached at their phone. */
export const whatsappBusiness = chatProvider({
  id: WHATSAPP_PROVIDER,
  name: "WhatsApp Business",
  docs: "https://developers.facebook.com/docs/whatsapp/cloud-api/get-started",
  pace: { perSecond: 80, source: "https://developers.facebook.com/docs/whatsapp/throughput" },
  hosts: ["graph.facebook.com"],
  fields: { casing: "snake" },
  // What makes it a message of WhatsApp, and that by which reports find it.
  reserved: () => [reservedNames(["customData"], ["messaging_product", "biz_opaque_callback_data"])],
  refusals: whatsappRefusals,
  refusesLater: true,
  credentials: z.object({
    apiToken: secret("Access API token"),
    phoneNumberIdentification: text("Phone Number Identification"),
    graphVersion: optional(
      pattern("Graph API version", {
        form: /^v\d{1,3}\.\d$/,
        error: "must be a version such as v23.0",
        description: `${GRAPH_VERSION} unless another one is given. Meta serves each version for about two years`,
      }),
    ),
    webhookSigningKey: optional(
      secret("App secret", { description: "With it, only reports that Meta has signed are taken" }),
    ),
    webhookVerifyToken: optional(
      secret("Verify token of the webhook", { description: "With it, only a set-up that names it is confirmed" }),
    ),
  }),
  reports: whatsappReports,
  async send({ id, phoneNumber, content, customData }, { apiToken, ...account }, { http }) {
    if (!phoneNumber) {
      throw new ProviderError("PERMANENT", "The subscriber has no phone number, by which WhatsApp would reach it");
    }
    const reply = await http.post(`${numberAt(account)}/messages`, {
      headers: { authorization: `Bearer ${apiToken}` },
      json: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: phoneNumberOf(phoneNumber),
        ...formOf(content, customData),
        biz_opaque_callback_data: id,
      },
      classify,
    });
    const { messages } = reply.json(Sent);
    return { id: messages[0].id, date: reply.date };
  },
  async check({ apiToken, ...account }, { http }) {
    await http.get(numberAt(account), {
      headers: { authorization: `Bearer ${apiToken}` },
      query: { fields: "id" },
      classify,
    });
  },
});

/** Address of the number that sends, in Meta's Graph API. */
function numberAt({
  phoneNumberIdentification,
  graphVersion = GRAPH_VERSION,
}: {
  phoneNumberIdentification: string;
  graphVersion?: string | undefined;
}): string {
  return `https://graph.facebook.com/${graphVersion}/${encodeURIComponent(phoneNumberIdentification)}`;
}

function classify({ text: answer }: HttpReply): Classification | undefined {
  const { data: refusal } = Refusal.safeParse(jsonOf(answer));
  if (!refusal) return undefined;
  const { code } = refusal.error;
  return code >= 200 && code <= 299 ? "CREDENTIAL" : undefined;
}
