import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http.ts";
import { smsProvider } from "../provider.ts";
import { zonedDate } from "../vendor-dates.ts";
import { twilioReports } from "./twilio-reports.ts";

const MESSAGING_SERVICE = /^MG[0-9a-fA-F]{32}$/;
const Answer = z.object({ sid: z.string(), date_created: z.string().nullish() });

/** Twilio's Programmable Messaging: https://www.twilio.com/docs/sms/api/message-resource. */
export const twilio = smsProvider({
  id: "twilio",
  name: "Twilio",
  docs: "https://docs.belfry.local/integrations/providers/sms/twilio",
  logo: "twilio.png",
  hosts: ["api.twilio.com"],
  fields: { casing: "pascal" },
  credentials: z.object({
    accountSid: text("Account SID"),
    token: secret("Auth token"),
    from: text("From"),
  }),
  reports: twilioReports,
  async send({ to, from: given, content }, { accountSid, token, from: own }, { http, reportUrl }) {
    const from = given ?? own;
    const account = encodeURIComponent(accountSid);
    const reply = await http.post(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`, {
      headers: { authorization: basicAuth(accountSid, token) },
      form: {
        To: to,
        ...(MESSAGING_SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }),
        Body: content,
        ...(reportUrl !== undefined && { StatusCallback: reportUrl }),
      },
    });
    const { sid, date_created } = reply.json(Answer);
    return { id: sid, date: zonedDate(date_created)?.toISOString() ?? reply.date };
  },
});
