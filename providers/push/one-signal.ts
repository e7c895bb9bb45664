import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { pushProvider } from "../provider.ts";
import { type ErrorClass, ProviderError } from "../provider-error.ts";
import { deviceMessageId } from "./device-message-id.ts";
import { oneSignalReports } from "./one-signal-reports.ts";

const Answer = z.object({ id: z.string().min(1) });
const ids = z.array(z.string()).catch([]);
/** `errors` is a list of sentences, or an object that lists subscriptions. */
const Refusal = z.object({
  id: z.string().catch(""),
  errors: z.union([z.array(z.unknown()), z.object({ invalid_player_ids: ids, invalid_subscription_ids: ids })]),
});

/** OneSignal's push notifications: https://documentation.onesignal.com/reference/push-notification. */
export const oneSignal = pushProvider({
  id: "one-signal",
  name: "OneSignal",
  docs: "https://documentation.onesignal.com/docs/keys-and-ids",
  doubtsTokens: true,
  hosts: ["api.onesignal.com"],
  uncoded: "OneSignal answers sentences",
  credentials: z.object({
    applicationId: text("Application ID", { type: "text" }),
    apiKey: secret("API Key", { type: "text" }),
  }),
  reports: oneSignalReports,
  async send({ id, target, title, content, payload, overrides = {} }, { applicationId, apiKey }, { http }) {
    const [subscription = ""] = target;
    const request = http.post("https://api.onesignal.com/notifications", {
      query: { c: "push" },
      headers: { authorization: `Key ${apiKey}` },
      idempotent: true,
      classify: (answer) => classify(answer, subscription),
      json: {
        app_id: applicationId,
        include_subscription_ids: target,
        idempotency_key: deviceMessageId(id, subscription),
        headings: { en: title },
        contents: { en: content },
        data: payload,
        ...fieldsOf(overrides),
      },
    });
    const reply = await request.catch((error: unknown) => {
      // OneSignal says the same of all subscriptions where the integration has the id of another app.
      const isOfToken = error instanceof ProviderError && error.class === "TOKEN";
      throw isOfToken ? new ProviderError("TOKEN", error.message, { ...error, isOfSetUpPerhaps: true }) : error;
    });
    return { id: reply.json(Answer).id, date: reply.date };
  },
});

function fieldsOf({ subtitle, badge, sound, icon, priority, ...overrides }: Readonly<Record<string, unknown>>) {
  const fields = {
    subtitle: subtitle === undefined ? undefined : { en: subtitle },
    ios_badgeType: typeof badge === "number" ? "SetTo" : "Increase",
    ios_badgeCount: typeof badge === "number" ? badge : 1,
    ios_sound: sound,
    android_sound: sound,
    mutable_content: overrides.mutableContent,
    android_channel_id: overrides.channelId,
    small_icon: icon,
    large_icon: icon,
    chrome_icon: icon,
    firefox_icon: icon,
    chrome_web_icon: icon,
    ios_category: overrides.categoryId,
    url: overrides.url,
    ttl: overrides.ttl,
    priority:
      priority === "high" ? 10 : priority === "normal" ? 5 : typeof priority === "number" ? priority : undefined,
    collapse_id: overrides.collapseId,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** An answer with status 200 may have sent nothing: then its id is empty. */
function classify({ status, text: answer }: HttpReply, subscription: string): ErrorClass | undefined {
  const refusal = Refusal.safeParse(jsonOf(answer));
  if (!refusal.success) return undefined;
  const { id, errors } = refusal.data;
  const says = (...patterns: RegExp[]) =>
    Array.isArray(errors) && errors.some((error) => patterns.every((pattern) => pattern.test(String(error))));
  if (status < 300) {
    const isInvalid =
      !Array.isArray(errors) &&
      [...errors.invalid_player_ids, ...errors.invalid_subscription_ids].includes(subscription);
    if (isInvalid || (id === "" && says(/players are not subscribed/i))) return "TOKEN";
    return id === "" ? "PERMANENT" : undefined;
  }
  if (status === 429 || status >= 500) return undefined;
  if (says(/\bapp(?:lication)?\b/i, /\bdisabled\b/i)) return "FUNDS";
  const isRefused = says(/api key|authorization/i) || says(/app_id/i, /not found|UUID|missing/i);
  return isRefused ? "CREDENTIAL" : undefined;
}
