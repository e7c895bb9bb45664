import { z } from "zod";
import { secret, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";
import { type ErrorClass, ProviderError } from "../provider-error.ts";

const Answer = z.object({
  id: z.union([z.number().int().transform(String), z.string().min(1)]),
  scheduled: z.number().optional().catch(undefined),
  uids: z.array(z.string()).optional().catch(undefined),
});

/** Pushpad's REST API: https://pushpad.xyz/docs/rest_api. */
export const pushpad = pushProvider({
  id: "pushpad",
  name: "Pushpad",
  docs: "https://pushpad.xyz/docs/rest_api",
  mergesPassthrough: true,
  hosts: ["pushpad.xyz"],
  uncoded: "Pushpad answers statuses and sentences",
  credentials: z.object({
    apiKey: secret("Auth Token", { type: "text" }),
    applicationId: text("Project ID", { type: "text" }),
  }),
  async send({ target, title, content, payload, overrides = {}, passthrough }, { apiKey, applicationId }, { http }) {
    const { json, headers, query } = withPassthrough(
      { json: { body: content, title, ...fieldsOf(payload, overrides) } },
      passthrough,
    );
    const reply = await http.post(
      `https://pushpad.xyz/api/v1/projects/${encodeURIComponent(applicationId)}/notifications`,
      {
        headers: { authorization: `Token token="${apiKey}"`, accept: "application/json", ...headers },
        query,
        json: { notification: json, uids: target },
        classify,
      },
    );
    const { id, scheduled, uids } = reply.json(Answer);
    const isSubscribed = uids === undefined || target.every((uid) => uids.includes(uid));
    if (isSubscribed && scheduled !== 0) return { id, date: reply.date };
    // The user may subscribe again under the same uid, so that it is not dead.
    throw new ProviderError("PERMANENT", "The user has no subscription at Pushpad", {
      status: reply.status,
      response: reply.text,
    });
  },
});

function fieldsOf(payload: object, overrides: Readonly<Record<string, unknown>>) {
  const fields = {
    target_url: overrides.clickAction ?? overrides.url,
    icon_url: overrides.icon,
    badge_url: overrides.badgeUrl,
    image_url: overrides.image ?? overrides.imageUrl,
    ttl: overrides.ttl,
    require_interaction: overrides.requireInteraction,
    silent: overrides.silent,
    urgent: overrides.urgent ?? (overrides.priority === "high" ? true : undefined),
    custom_data: Object.keys(payload).length > 0 ? JSON.stringify(payload) : undefined,
    actions: overrides.actions,
    starred: overrides.starred,
    send_at: overrides.sendAt,
    custom_metrics: overrides.customMetrics,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function classify({ status }: HttpReply): ErrorClass | undefined {
  if (status === 402) return "FUNDS";
  // The project is not there.
  return status === 404 ? "CREDENTIAL" : undefined;
}
