import { z } from "zod";
import { optional, port, secret, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { kannelReports, reportAddress } from "./reports/kannel-reports.ts";

/** Every report that Kannel can make: a bit for each. */
const ALL_REPORTS = "31";

/** Characters beyond ASCII that the alphabet of text messages has: 3GPP TS 23.038. */
const OF_GSM_ALPHABET = /^[\n\r -_a-~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]*$/;

/** A Kannel gateway of the customer's own. */
export const kannel = smsProvider({
  id: "kannel",
  name: "Kannel SMS",
  docs: "https://www.kannel.org/download/kannel-userguide-snapshot/userguide.html",
  logo: "kannel.png",
  beta: true,
  mergesPassthrough: true,
  fields: { casing: "snake" },
  uncoded: "Kannel answers sentences. Its numbers say what it did with the message, not why",
  credentials: z.object({
    host: text("Host", { destination: true }),
    port: port(),
    user: optional(text("Username")),
    password: optional(secret("Password")),
    from: text("From"),
  }),
  reports: kannelReports,
  async send(
    { id, to, from: given, content, passthrough },
    { host, port, user, password, from: own },
    { http, reportUrl },
  ) {
    // All of the request is in the query, which is where the fields of a passed-through body belong too.
    const { form, query, headers } = withPassthrough(
      {
        form: {
          ...(user !== undefined && { username: user }),
          ...(password !== undefined && { password }),
          from: given ?? own,
          to,
          text: content,
          ...encodingOf(content),
          ...(reportUrl !== undefined && { "dlr-mask": ALL_REPORTS, "dlr-url": reportAddress(reportUrl, id) }),
        },
      },
      passthrough,
    );
    const fields = Object.entries(form).map(([name, value]) => [name, String(value)]);
    const reply = await http.get(`http://${host}:${port}/cgi-bin/sendsms`, {
      headers,
      query: { ...Object.fromEntries(fields), ...query },
      // Repeating this GET sends the message again.
      idempotent: false,
      classify,
    });
    // Kannel gives no id. Its reports carry ours.
    return { id, date: reply.date };
  },
});

/** Names the charset of a text that is not ASCII, and Unicode for one that is not in the alphabet of text messages. */
function encodingOf(content: string): Record<string, string> {
  if (OF_GSM_ALPHABET.test(content)) return isAscii(content) ? {} : { charset: "UTF-8" };
  return { charset: "UTF-8", coding: "2" };
}

const isAscii = (content: string): boolean => Buffer.byteLength(content) === content.length;

/** `0: Accepted for delivery` and `3: Queued for later delivery` are the answers to a message that is taken. */
function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  if (status >= 300 || /^\s*[03]:/.test(answer)) return undefined;
  if (/authori[sz]ation failed/i.test(answer)) return "CREDENTIAL";
  return /temporal failure/i.test(answer) ? "RETRY" : "PERMANENT";
}
