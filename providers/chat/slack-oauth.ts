import { z } from "zod";
import { jsonOf } from "../http/http-reply.ts";
import { ProviderError } from "../provider-error.ts";
import { type OauthDefinition, OauthRefusedError } from "../subscriber-oauth.ts";

// Slack's documentation: "Installing with OAuth", "oauth.v2.access", "Sending messages using incoming webhooks".
const AUTHORIZE = "https://slack.com/oauth/v2/authorize";
const EXCHANGE = "https://slack.com/api/oauth.v2.access";

/** Slack answers 200 to everything. */
const Answer = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    incoming_webhook: z
      .object({ url: z.string().min(1) })
      .optional()
      .catch(undefined),
  }),
  z.object({
    ok: z.literal(false),
    error: z.string().min(1).catch("unknown_error"),
    response_metadata: z
      .object({ messages: z.array(z.string()).optional() })
      .optional()
      .catch(undefined),
  }),
]);

/** Connects a channel that the subscriber chooses on Slack's page, by an incoming webhook. */
export const slackOauth: OauthDefinition = {
  hosts: ["slack.com"],
  authorizeUrl({ clientId }, { redirectUri, state }) {
    const query = { client_id: clientId, scope: "incoming-webhook", user_scope: "", redirect_uri: redirectUri, state };
    return `${AUTHORIZE}?${new URLSearchParams(query)}`;
  },
  async redeem({ code, redirectUri }, { clientId, secretKey }, http) {
    const form = { code, client_id: clientId, client_secret: secretKey, redirect_uri: redirectUri };
    const { text, status } = await http.post(EXCHANGE, { form });
    const answer = Answer.safeParse(jsonOf(text));
    // Not quoted: it may hold tokens in another form.
    if (!answer.success) throw new ProviderError("PERMANENT", `slack.com gave an answer that is not known`, { status });
    if (!answer.data.ok) {
      const { error, response_metadata: more } = answer.data;
      throw new OauthRefusedError([error, ...(more?.messages ?? [])].join("; "));
    }
    const { incoming_webhook: webhook } = answer.data;
    if (!webhook)
      throw new OauthRefusedError("no incoming webhook was granted: switch incoming webhooks on in the app");
    return { webhookUrl: webhook.url };
  },
};
