import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { formBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";

/** In its own spelling, and in the usual one. */
const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    DELIVERD: "delivered",
    DELIVRD: "delivered",
    DELIVERED: "delivered",
    BUFFRED: "queued",
    BUFFERED: "queued",
    FAILED: "failed",
  }),
);

const Fields = z.object({
  REFERENCE: z.string().min(1),
  STATUS: z.string().min(1),
  STATUSDESCRIPTION: z.string().optional().catch(undefined),
});

/** Delivery receipts of SMS Central, in the query or as a form. They are not signed. */
export const smsCentralReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In the SMS Central portal, open Rules & Triggers.",
      "Add a rule that forwards delivery receipts (DLRs) to the address for reports.",
      "Turn on retries for the rule, so that SMS Central repeats receipts that did not arrive.",
    ],
    source: "https://www.smscentral.com.au/sms-api/rest-api/receive-dlrs/overview/",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const given: Record<string, unknown> = call.method === "GET" ? call.query : Object.fromEntries(formBody(call));
    const { data } = Fields.safeParse(given);
    if (!data) throw new UnreadableReportError("The call has no REFERENCE or no STATUS");
    const name = data.STATUS.toUpperCase();
    const status = STATUSES.get(name);
    if (!status) return [];
    // The account's password for this address is not kept, and neither is the text of the message.
    const { PASSWORD: _password, MESSAGE_TEXT: _text, ...raw } = given;
    return [{ identifier: data.REFERENCE, status, at: null, response: data.STATUSDESCRIPTION || undefined, raw }];
  },
};
