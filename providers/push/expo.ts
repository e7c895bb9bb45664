import { z } from "zod";
import { MINUTE } from "#contract/constants/values/times.ts";
import { secret } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";
import { type Classification, ProviderError } from "../provider-error.ts";
import { classOfCode, sentenceOf, setUpProblem } from "../refusals.ts";
import type { Receipt } from "../reports/receipts.ts";
import { expoRefusals } from "./expo-refusals.ts";

/** Overrides that Expo's messages have a field for. It refuses a message with any other. */
const FIELDS = [
  ..."title body data subtitle badge ttl expiration priority channelId categoryId mutableContent".split(" "),
  ..."_contentAvailable interruptionLevel icon richContent collapseId tag".split(" "),
];

const Failed = z.object({
  status: z.literal("error"),
  message: z.string().default(""),
  details: z.object({ error: z.string().optional() }).nullish(),
});
type Failed = z.output<typeof Failed>;
const Ticket = z.union([z.object({ status: z.literal("ok"), id: z.string() }), Failed]);
const Answer = z.object({ data: z.union([Ticket, z.tuple([Ticket], Ticket)]) });
const Receipts = z.object({ data: z.record(z.string(), z.unknown()) });
/** A receipt of neither form is not an answer yet. */
const Answered = z.union([z.object({ status: z.literal("ok") }), Failed]);
const Refusal = z.object({ errors: z.tuple([z.object({})], z.unknown()) });

/** Texts about tokens that are none of Expo's. */
const NO_TOKEN = /is not a (registered push notification recipient|valid Expo push token)/;

/**
 * Expo's push service. A ticket says only that Expo has taken the message. Its receipt says whether the
 * platform has, and often is the first to name a dead device; Expo has receipts after about 15 minutes, keeps them for a day, and gives
 * 1,000 at once: https://docs.expo.dev/push-notifications/sending-notifications/#push-receipts.
 */
export const expo = pushProvider({
  id: "expo",
  name: "Expo Push",
  docs: "https://docs.expo.dev/accounts/programmatic-access/",
  pace: { perSecond: 600, source: "https://docs.expo.dev/push-notifications/faq/#limit-of-sending-notifications" },
  mergesPassthrough: true,
  hosts: ["exp.host"],
  refusals: expoRefusals,
  refusesLater: true,
  credentials: z.object({ apiKey: secret("Access Token", { type: "text" }) }),
  async send({ target, title, content, payload, overrides = {}, passthrough }, { apiKey }, { http }) {
    const known = Object.fromEntries(Object.entries(overrides).filter(([key]) => FIELDS.includes(key)));
    const { sound } = overrides;
    const hasSound = typeof sound === "string" || (typeof sound === "object" && sound !== null);
    const { json, ...request } = withPassthrough(
      {
        headers: { authorization: `Bearer ${apiKey}` },
        json: { to: target, title, body: content, data: payload, sound: hasSound ? sound : null, ...known },
      },
      passthrough,
    );
    const reply = await http.post("https://exp.host/--/api/v2/push/send", {
      ...request,
      json: [json],
      classify: refusalOfAll,
    });
    const { data } = reply.json(Answer);
    const ticket = Array.isArray(data) ? data[0] : data;
    if (ticket.status === "ok") return { id: ticket.id, date: reply.date };
    const { message, ...refusal } = reply.refused(classOf(ticket), { text: JSON.stringify(ticket) });
    throw new ProviderError(refusal.class, message, { ...refusal, response: ticket.message });
  },
  receipts: {
    afterMs: 15 * MINUTE,
    keptMs: 24 * 60 * MINUTE,
    atOnce: 1_000,
    async ask(ids, { apiKey }, { http }) {
      const reply = await http.post("https://exp.host/--/api/v2/push/getReceipts", {
        headers: { authorization: `Bearer ${apiKey}` },
        json: { ids },
        idempotent: true,
        // A receipt has some hundred characters, and an error more.
        maxAnswerBytes: 4_000_000,
        classify: refusalOfAll,
      });
      const { data } = reply.json(Receipts);
      const receipts = new Map<string, Receipt>();
      for (const [id, answer] of Object.entries(data)) {
        const receipt = receiptOf(answer);
        if (receipt) receipts.set(id, receipt);
      }
      return receipts;
    },
  },
});

function receiptOf(answer: unknown): Receipt | undefined {
  const { success, data } = Answered.safeParse(answer);
  if (!success) return undefined;
  if (data.status === "ok") return { status: "sent", raw: answer };
  const { message, details } = data;
  const reason = details?.error ?? "no reason given";
  const known = sentenceOf(expoRefusals, reason);
  const problem = setUpProblem(expoRefusals, reason);
  const words = known === undefined ? `${message} (${reason})` : `${known}: ${message}`;
  return {
    status: "failed",
    response: message === "" ? (known ?? reason) : words,
    ...(classOf(data) === "TOKEN" && { isDeviceUnknown: true }),
    ...(problem && { problem }),
    raw: answer,
  };
}

/** The class of an answer that refuses the whole request although its status is a 2xx. */
function refusalOfAll(
  { status, text }: HttpReply,
  documented: () => Classification | undefined,
): Classification | undefined {
  return status < 300 && Refusal.safeParse(jsonOf(text)).success ? (documented() ?? "PERMANENT") : undefined;
}

function classOf({ message, details }: Failed): Classification {
  return classOfCode(expoRefusals, details?.error ?? "") ?? (NO_TOKEN.test(message) ? "TOKEN" : "PERMANENT");
}
