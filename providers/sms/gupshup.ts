import { z } from "zod";
import { isGsm7 } from "#contract/constants/values/gsm7.ts";
import { secret, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { digitsOf } from "./digits.ts";
import { gupshupRefusals } from "./refusals/gupshup-refusals.ts";
import { gupshupReports } from "./reports/gupshup-reports.ts";

/** Fields of `customData`, which India's rules ask for. */
const DltFields = z.object({ principalEntityId: z.string().optional(), dltTemplateId: z.string().optional() });

/** Gupshup's enterprise gateway for texts. */
export const gupshup = smsProvider({
  id: "gupshup",
  name: "Gupshup",
  docs: "https://docs.gupshup.io/docs/getting-started-with-sms-api",
  logo: "gupshup.png",
  hosts: ["enterprise.smsgupshup.com"],
  fields: { casing: "snake" },
  refusals: gupshupRefusals,
  credentials: z.object({
    user: text("User id"),
    password: secret("Password"),
  }),
  reports: gupshupReports,
  async send({ id, to, from, content, customData }, { user, password }, { http }) {
    const { principalEntityId, dltTemplateId } = DltFields.catch({}).parse(customData ?? {});
    const reply = await http.post("https://enterprise.smsgupshup.com/GatewayAPI/rest", {
      classify,
      form: {
        method: "sendMessage",
        send_to: digitsOf(to),
        msg: content,
        msg_type: isGsm7(content) ? "text" : "Unicode_Text",
        auth_scheme: "plain",
        userid: user,
        password,
        v: "1.1",
        format: "text",
        ...(from !== undefined && { mask: from }),
        ...(principalEntityId !== undefined && { principalEntityId }),
        ...(dltTemplateId !== undefined && { dltTemplateId }),
      },
    });
    const [outcome, , messageId] = fieldsOf(reply);
    if (outcome !== "success") {
      throw reply.refused("PERMANENT");
    }
    return { id: messageId || id, date: reply.date };
  },
});

/** As in `success | 919812345678 | 728014710863298817-1234567890` and `error | 102 | Authentication failed`. */
const fieldsOf = ({ text: answer }: HttpReply): string[] => answer.split("|").map((field) => field.trim());

/** Failures come with status 200 too. */
function classify(reply: HttpReply): Classification | undefined {
  const [outcome, code = ""] = fieldsOf(reply);
  return reply.status < 300 && outcome === "error" ? (classOfCode(gupshupRefusals, code) ?? "PERMANENT") : undefined;
}
