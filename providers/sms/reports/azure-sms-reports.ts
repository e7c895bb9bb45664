import { z } from "zod";
import { jsonOf } from "../../http/http-reply.ts";
import { sentenceOf } from "../../refusals.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { azureSmsRefusals } from "../refusals/azure-sms-refusals.ts";

const VALIDATION = "Microsoft.EventGrid.SubscriptionValidationEvent";
const REPORT = "Microsoft.Communication.SMSDeliveryReportReceived";

const Event = z.object({ eventType: z.string(), data: z.record(z.string(), z.unknown()) });
const Report = z.object({
  messageid: z.string().min(1),
  deliverystatus: z.string(),
  deliverystatusdetails: z.string().nullish().catch(null),
  deliveryattempts: z.array(z.unknown()).nullish().catch(null),
  receivedtimestamp: z.string().nullish().catch(null),
});

/** Events of Azure's Event Grid, which signs nothing. */
export const azureSmsReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In the Azure portal, open your Communication Services resource, select Events and then + Event Subscription.",
      "Keep the schema Event Grid Schema, and select the event type SMS Delivery Report Received only.",
      "Select Web Hook as the Endpoint Type, and enter the address for reports as the endpoint.",
      "Select Create; Azure asks the address for a validation, which Belfry answers automatically.",
    ],
    source: "https://learn.microsoft.com/en-us/azure/communication-services/quickstarts/events/subscribe-to-events",
  },
  isGenuine: () => "unsigned",
  challenge({ body }) {
    const [event] = eventsOf(jsonOf(body)).filter(({ eventType }) => eventType === VALIDATION);
    const code = event?.data.validationCode;
    if (typeof code !== "string") return undefined;
    return { type: "application/json", text: JSON.stringify({ validationResponse: code }) };
  },
  parse(call) {
    const body = jsonBody(call);
    if (typeof body !== "object" || body === null) throw new UnreadableReportError("The body is no list of events");
    return [body].flat().flatMap((raw) => eventsOf([raw]).flatMap((event) => reportOf(event, raw)));
  },
};

const eventsOf = (body: unknown) => [body].flat().flatMap((event) => Event.safeParse(event).data ?? []);

function reportOf({ eventType, data }: z.output<typeof Event>, raw: unknown): DeliveryReport[] {
  if (eventType !== REPORT) return [];
  // Older events spell the names with a capital letter.
  const fields = Object.entries(data).map(([name, value]) => [name.toLowerCase(), value] as const);
  const { data: report } = Report.safeParse(Object.fromEntries(fields));
  if (!report) return [];
  return [
    {
      identifier: report.messageid,
      raw,
      status: report.deliverystatus.toLowerCase() === "delivered" ? "delivered" : "failed",
      at: zonedDate(report.receivedtimestamp),
      response: wordsOf(report.deliverystatusdetails),
      attempts: report.deliveryattempts?.length || undefined,
    },
  ];
}

/** The details begin with their code, as in `4007: the number opted out`, where they are not a code alone. */
function wordsOf(details: string | null | undefined): string | undefined {
  const [code = ""] = /\b\d{4}\b/.exec(details ?? "") ?? [];
  return sentenceOf(azureSmsRefusals, code) ?? details ?? undefined;
}
