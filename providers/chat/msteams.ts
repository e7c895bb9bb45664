import { z } from "zod";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { chatProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { msteamsRefusals } from "./msteams-refusals.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** Content that is the vendor's own form already, such as a MessageCard. */
const Payload = z.record(z.string(), z.unknown());

/** Addresses of Workflows, on any of the vendor's clouds: their hosts, and the path that all of them have. */
const WORKFLOW_HOST = /\.(logic\.azure|api\.powerplatform)(?:\.[a-z]+){1,4}$/;
const WORKFLOW_PATH = /\/workflows\/[^/]+\/triggers\//;

/** Microsoft Teams' incoming webhooks, of connectors and of Workflows. */
export const msteams = chatProvider({
  id: "msteams",
  name: "MSTeams",
  docs: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
  // Only the author makes a card, which can mention people: a payload that is JSON stays text.
  escapes: { "{": "\u200B{" },
  refusals: msteamsRefusals,
  credentials: z.object({}),
  async send({ id, webhookUrl, content, customData }, _credentials, { http }) {
    const own = Payload.safeParse(jsonOf(content));
    const body = own.success ? own.data : isWorkflow(webhookUrl) ? cardOf(content) : { text: content };
    const reply = await postToWebhook(http, webhookUrl, { json: { ...body, ...customData }, classify });
    const vendorId = reply.headers.get("request-id") ?? reply.headers.get("x-ms-workflow-run-id");
    return { id: vendorId ?? id, date: reply.date };
  },
});

function isWorkflow(address: string): boolean {
  const url = webAddressOf(address);
  return url !== undefined && (WORKFLOW_HOST.test(url.hostname) || WORKFLOW_PATH.test(url.pathname));
}

/** The only form that the flow of Teams' own template takes. */
const cardOf = (text: string) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        type: "AdaptiveCard",
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        version: "1.4",
        body: [{ type: "TextBlock", text, wrap: true }],
      },
    },
  ],
});

/** A connector answers 200 also where Teams has refused the message, and says with which status in its text. */
function classify({ status, text }: HttpReply): Classification | undefined {
  if (status >= 300 || !/^\s*Webhook message delivery failed with error:/i.test(text)) return undefined;
  const inner = Number(/HTTP error (\d{3})/i.exec(text)?.[1]);
  if (inner === 429) return "RECIPIENT_RATE";
  return inner >= 500 ? "RETRY" : "PERMANENT";
}
