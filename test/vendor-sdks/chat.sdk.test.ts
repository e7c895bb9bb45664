import { IncomingWebhook } from "@slack/webhook";
import { slack } from "#providers/chat/slack.ts";
import { compareWithSdks, comparison } from "./compare-with-sdk.ts";

const content = "Your order “7” is on its way 🎉";

compareWithSdks([
  comparison({
    sdk: "@slack/webhook",
    provider: slack,
    credentials: { applicationId: "A1", clientId: "C1", secretKey: "secret" },
    message: {
      id: "m-1",
      webhookUrl: "https://hooks.slack.com/services/T1/B1/x",
      content,
      customData: { blocks: [{ type: "section", text: { type: "mrkdwn", text: "Hi" } }] },
    },
    answers: { "/services/T1/B1/x": { text: "ok" } },
    send: () =>
      new IncomingWebhook("https://hooks.slack.com/services/T1/B1/x").send({
        text: content,
        blocks: [{ type: "section", text: { type: "mrkdwn", text: "Hi" } }],
      }),
  }),
]);
