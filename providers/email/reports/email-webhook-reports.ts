import { z } from "zod";
import { REPORT_STATUSES } from "#contract/constants/report-statuses.ts";
import { isPermanentBounce } from "../../reports/bounce-permanence.ts";
import { headerOf, jsonBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const Report = z.object({
  /** That of the mail which the receiver was given. */
  id: z.string().min(1),
  event: z.enum(REPORT_STATUSES),
  date: z.union([z.string(), z.number()]).optional(),
  response: z.string().optional(),
  /** Of a bounce: whether the mailbox will never take a mail. */
  permanent: z.boolean().optional(),
});

/**
 * The reports of the customer's own receiver, `{id, event, date?, response?, permanent?}` or a list of these, with
 * `x-belfry-signature`: the HMAC-SHA256 of the body under the integration's key in hex, as the mails have it.
 */
export const emailWebhookReports: ReportDefinition<{ secretKey: string }> = {
  setUp: {
    steps: [
      "Have your server post a report to the address for reports for each event of a mail.",
      "Send a JSON object with the id of the mail and an event such as delivered or bounced, and optionally a date, a response and permanent.",
      'Sign the body with HMAC-SHA256 and the "Secret Hmac Key", and send the result in hex as the header x-belfry-signature, so that only reports of your server are taken.',
    ],
  },
  isGenuine: (call, { secretKey: key }) =>
    isHmacOf(call.body, { algorithm: "sha256", key, encoding: "hex", given: headerOf(call, "x-belfry-signature") }),
  parse(call) {
    return [jsonBody(call)].flat().map((raw) => {
      const { data: report } = Report.safeParse(raw);
      if (!report) throw new UnreadableReportError("A report has an id and an event, which is a status");
      const { id, event, date, response, permanent } = report;
      return {
        identifier: id,
        status: event,
        isPermanent: event === "bounced" ? (permanent ?? isPermanentBounce(response)) : undefined,
        at: zonedDate(date),
        response,
        raw,
        eventId: date === undefined ? undefined : String(date),
      };
    });
  },
};
