import { z } from "zod";
import { optional, secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { smsProvider } from "../provider.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { bandwidthRefusals } from "./refusals/bandwidth-refusals.ts";
import { bandwidthReports } from "./reports/bandwidth-reports.ts";

const Answer = z.object({ id: z.string().min(1), time: z.string().optional().catch(undefined) });

/** Bandwidth's Messaging API. */
export const bandwidth = smsProvider({
  id: "bandwidth",
  name: "Bandwidth",
  docs: "https://dev.bandwidth.com/docs/account/credentials/",
  logo: "bandwidth.png",
  beta: true,
  hosts: ["messaging.bandwidth.com"],
  refusals: bandwidthRefusals,
  refusesLater: true,
  credentials: z.object({
    user: text("Username", { type: "text" }),
    password: secret("Password", { type: "password" }),
    accountSid: text("Account ID", { type: "text" }),
    applicationId: optional(
      text("Application ID", {
        description: "The messaging application that sends, unless a trigger names one in customData.applicationId",
      }),
    ),
    from: text("From"),
  }),
  reports: bandwidthReports,
  async send(
    { id, to, from: given, content, customData },
    { user, password, accountSid, applicationId, from: own },
    { http },
  ) {
    const account = encodeURIComponent(accountSid);
    const reply = await http.post(`https://messaging.bandwidth.com/api/v2/users/${account}/messages`, {
      headers: { authorization: basicAuth(user, password) },
      // Left out where nobody names it: Bandwidth then says that it is missing.
      json: {
        applicationId: applicationIn(customData) ?? applicationId,
        to: [to],
        from: given ?? own,
        text: content,
        tag: id,
      },
    });
    const { id: vendorId, time } = reply.json(Answer);
    return { id: vendorId, date: zonedDate(time)?.toISOString() ?? reply.date };
  },
});

function applicationIn(customData: Readonly<Record<string, unknown>> = {}): string | undefined {
  const { applicationId } = customData;
  return typeof applicationId === "string" && applicationId !== "" ? applicationId : undefined;
}
