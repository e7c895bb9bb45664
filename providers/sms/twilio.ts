import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { whatsappFault } from "../whatsapp-text.ts";
import { twilioRefusals } from "./refusals/twilio-refusals.ts";
import { twilioReports } from "./reports/twilio-reports.ts";

/** The account has sent what it may send on one day. */
const DAILY_LIMIT = 63038;
const DAILY_LIMIT_PAUSE_SECONDS = 60 * 60;

const MESSAGING_SERVICE = /^MG[0-9a-fA-F]{32}$/;
const Refusal = z.object({ code: z.number() });
const Answer = z.object({ sid: z.string(), date_created: z.string().nullish() });

/** Twilio's Programmable Messaging: https://www.twilio.com/docs/sms/api/message-resource. */
export const twilio = smsProvider({
  id: "twilio",
  name: "Twilio",
  docs: "https://support.twilio.com/hc/en-us/articles/223136027-Auth-Tokens-and-How-to-Change-Them",
  logo: "twilio.png",
  hosts: ["api.twilio.com"],
  fields: { casing: "pascal" },
  refusals: twilioRefusals,
  refusesLater: true,
  credentials: z.object({
    accountSid: text("Account SID"),
    token: secret("Auth token"),
    from: text("From"),
  }),
  reports: twilioReports,
  async send({ to, from: given, content, passthrough }, { accountSid, token, from: own }, { http, reportUrl }) {
    const from = given ?? own;
    checkVariables(to, passthrough?.body?.ContentVariables);
    const account = encodeURIComponent(accountSid);
    const reply = await http.post(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`, {
      headers: { authorization: basicAuth(accountSid, token) },
      form: {
        To: to,
        ...(MESSAGING_SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }),
        Body: content,
        ...(reportUrl !== undefined && { StatusCallback: reportUrl }),
      },
      retryAfter: (answer) => (codeOf(answer) === DAILY_LIMIT ? DAILY_LIMIT_PAUSE_SECONDS : undefined),
    });
    const { sid, date_created } = reply.json(Answer);
    return { id: sid, date: zonedDate(date_created)?.toISOString() ?? reply.date };
  },
});

/** The code of a refusal; 0 for an answer that is none. */
const codeOf = ({ status, text: answer }: HttpReply): number =>
  status < 400 ? 0 : (Refusal.safeParse(jsonOf(answer)).data?.code ?? 0);

const Variables = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * Refuses variables of a content template that Twilio is known to refuse, by their names, which its own answer (21656) does not give:
 * https://www.twilio.com/docs/content/using-variables-with-content-api.
 */
function checkVariables(to: string, given: unknown): void {
  if (given === undefined) return;
  const variables = Variables.safeParse(typeof given === "string" ? jsonOf(given) : given);
  if (!variables.success) {
    throw new ProviderError("PERMANENT", "The ContentVariables are not a JSON object of texts (21656)");
  }
  if (!to.startsWith("whatsapp:")) return;
  for (const [name, value] of Object.entries(variables.data)) {
    const fault = whatsappFault(String(value));
    if (fault) throw new ProviderError("PERMANENT", `The content variable "${name}" ${fault}`);
  }
}
