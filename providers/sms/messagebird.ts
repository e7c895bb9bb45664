import { z } from "zod";
import { optional, secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { messagebirdRefusals } from "./refusals/messagebird-refusals.ts";
import { messagebirdReports } from "./reports/messagebird-reports.ts";

const Answer = z.object({ id: z.string(), createdDatetime: z.string().nullish() });
const Refusal = z.object({ errors: z.array(z.object({ code: z.number() })) });

/** MessageBird's SMS API. */
export const messagebird = smsProvider({
  id: "messagebird",
  name: "MessageBird",
  docs: "https://docs.bird.com/connectivity-platform/getting-started/creating-access-keys",
  logo: "messagebird.png",
  hosts: ["rest.messagebird.com"],
  refusals: messagebirdRefusals,
  credentials: z.object({
    accessKey: secret("Access key"),
    webhookSigningKey: optional(
      secret("Signing key", { description: "With it, only status reports that MessageBird has signed are taken" }),
    ),
    from: text("From"),
  }),
  reports: messagebirdReports,
  async send({ id: reference, to, from, content }, { accessKey, from: own }, { http, reportUrl }) {
    const reply = await http.post("https://rest.messagebird.com/messages", {
      headers: { authorization: `AccessKey ${accessKey}` },
      classify,
      // Only messages with a reference are reported on. By default MessageBird replaces what is not in the GSM alphabet.
      json: {
        originator: from ?? own,
        recipients: [to],
        body: content,
        reference,
        datacoding: "auto",
        ...(reportUrl !== undefined && { reportUrl }),
      },
    });
    const { id, createdDatetime } = reply.json(Answer);
    return { id, date: zonedDate(createdDatetime)?.toISOString() ?? reply.date };
  },
  async check({ accessKey }, { http }) {
    await http.get("https://rest.messagebird.com/balance", { headers: { authorization: `AccessKey ${accessKey}` } });
  },
});

function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Refusal.safeParse(jsonOf(answer));
  // The status says it, whatever the code is.
  if (status === 429) return "RATE";
  if (!data) return undefined;
  const known = data.errors.flatMap(({ code }) => classOfCode(messagebirdRefusals, code) ?? []);
  return known[0] ?? (status < 300 ? "PERMANENT" : undefined);
}
