import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { digitsOf } from "./digits.ts";
import { firetextRefusals } from "./refusals/firetext-refusals.ts";
import { firetextReports } from "./reports/firetext-reports.ts";

const TAKEN = 0;
const Answer = z.object({ code: z.coerce.number() });

export const firetext = smsProvider({
  id: "firetext",
  name: "Firetext",
  docs: "https://www.firetext.co.uk/docs",
  hosts: ["www.firetext.co.uk"],
  refusals: firetextRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    from: text("From"),
  }),
  reports: firetextReports,
  async send({ id, to, from, content }, { apiKey, from: own }, { http, reportUrl }) {
    // By POST, so that the key is in no address.
    const reply = await http.post("https://www.firetext.co.uk/api/sendsms/json", {
      classify,
      form: {
        apiKey,
        to: digitsOf(to),
        from: from ?? own,
        message: content,
        reference: id,
        ...(reportUrl !== undefined && { receipt: reportUrl }),
      },
    });
    reply.json(Answer);
    // Its receipts carry our reference, and not the id of the answer.
    return { id, date: reply.date };
  },
});

/** Failures come with status 200 too. */
function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Answer.safeParse(jsonOf(answer));
  return status < 300 && data && data.code !== TAKEN
    ? (classOfCode(firetextRefusals, data.code) ?? "PERMANENT")
    : undefined;
}
