import { z } from "zod";
import { optional, secret, text } from "../credentials.ts";
import type { PushMessage } from "../messages.ts";
import { pushProvider } from "../provider.ts";
import { isReservedByGoogle } from "../reserved-keys.ts";
import { pusherBeamsReports } from "./pusher-beams-reports.ts";
import { texts } from "./text-data.ts";

const Answer = z.object({ publishId: z.string().min(1) });

/** Pusher Beams, by the users whom the customer's app has signed in: https://pusher.com/docs/beams/reference/publish-api/. */
export const pusherBeams = pushProvider({
  id: "pusher-beams",
  name: "Pusher Beams",
  docs: "https://pusher.com/docs/beams/reference/publish-api",
  hosts: ["*.pushnotifications.pusher.com"],
  // What is sent to Android devices is Google's; `pusher` is the vendor's own.
  reserved: () => [{ at: ["payload"], isReserved: (key) => key === "pusher" || isReservedByGoogle(key) }],
  uncoded: "Pusher Beams answers a title and a sentence",
  credentials: z.object({
    instanceId: text("Instance ID", { destination: true, description: "The unique identifier of your Beams instance" }),
    secretKey: secret("Secret Key"),
    webhookSigningKey: optional(
      secret("Webhook secret", { description: "With it, only reports that Pusher has signed are taken" }),
    ),
  }),
  reports: pusherBeamsReports,
  async send(message, { instanceId, secretKey }, { http }) {
    const instance = encodeURIComponent(instanceId);
    const reply = await http.post(
      `https://${instance}.pushnotifications.pusher.com/publish_api/v1/instances/${instance}/publishes/users`,
      {
        headers: { authorization: `Bearer ${secretKey}` },
        json: publishOf(message),
        // The instance is not there.
        classify: ({ status }) => (status === 404 ? "CREDENTIAL" : undefined),
      },
    );
    return { id: reply.json(Answer).publishId, date: reply.date };
  },
});

/** One notification for each platform; Beams sends the one of the user's device. */
function publishOf({ target, title, content: body, payload, overrides = {} }: PushMessage) {
  const { badge, sound, icon, tag, color, ttl, priority, categoryId, channelId, clickAction, collapseKey } = overrides;
  const data = Object.keys(payload).length > 0 ? payload : undefined;
  return {
    users: target,
    apns: compact({
      aps: compact({ alert: { title, body }, badge, sound, category: categoryId }),
      data,
    }),
    fcm: compact({
      notification: compact({
        title,
        body,
        icon,
        sound,
        tag,
        color,
        android_channel_id: channelId,
        click_action: clickAction,
      }),
      data: data && texts(data),
      time_to_live: ttl,
      priority: priority === "high" || priority === "normal" ? priority : undefined,
      collapse_key: collapseKey,
    }),
    web: compact({
      notification: compact({ title, body, icon, deep_link: overrides.deepLink ?? overrides.url }),
      data,
      time_to_live: ttl,
    }),
  };
}

const compact = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
