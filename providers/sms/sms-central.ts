import { z } from "zod";
import { optional, secret, text, webUrl } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { smsCentralReports } from "./reports/sms-central-reports.ts";

/** Longest reference that is kept of a message, in characters. */
const SMS_CENTRAL_REFERENCE_MAX = 100;

/** SMS Central's REST API: https://www.smscentral.com.au/sms-api/rest-api/send-sms/. */
export const smsCentral = smsProvider({
  id: "sms-central",
  name: "SMS Central",
  docs: "https://www.smscentral.com.au/sms-api/rest-api/send-sms/",
  logo: "sms-central.png",
  hosts: ["my.smscentral.com.au"],
  fields: { casing: "constant" },
  uncoded: "SMS Central answers a number with its sentence",
  credentials: z.object({
    user: text("Username"),
    password: secret("Password"),
    baseUrl: optional(webUrl("Base URL", { destination: true })),
    from: text("From"),
  }),
  reports: smsCentralReports,
  async send(
    { id, to, from: given, content },
    { user, password, baseUrl = "https://my.smscentral.com.au/api/v3.2", from: own },
    { http },
  ) {
    const reference = id.slice(0, SMS_CENTRAL_REFERENCE_MAX);
    const reply = await http.post(baseUrl, {
      form: {
        USERNAME: user,
        PASSWORD: password,
        ACTION: "send",
        ORIGINATOR: given ?? own,
        RECIPIENT: to,
        MESSAGE_TEXT: content,
        REFERENCE: reference,
      },
    });
    const answer = reply.text.trim();
    // It gives no id. Its reports carry the reference.
    if (answer === "0") return { id: reference, date: reply.date };
    throw reply.refused(classOf(answer), { text: answer });
  },
});

/** Every answer has the status 200; the reason is a number and a sentence. */
function classOf(answer: string): ErrorClass {
  if (/user|password/i.test(answer)) return "CREDENTIAL";
  return /credit|balance/i.test(answer) ? "FUNDS" : "PERMANENT";
}
