import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf, setUpProblem } from "../refusals.ts";
import {
  type DeliveryReport,
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../reports/delivery-reports.ts";
import { isHmacOf, isSameSecret } from "../reports/signatures.ts";
import { unixDate } from "../reports/vendor-dates.ts";
import { whatsappRefusals } from "./whatsapp-refusals.ts";

interface Secrets {
  webhookSigningKey?: string | undefined;
  webhookVerifyToken?: string | undefined;
}

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map<string, ReportStatus>([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "opened"],
  ["failed", "failed"],
]);

const Notice = z.object({ entry: z.array(z.unknown()) });
const Entry = z.object({ changes: z.array(z.unknown()) });
const Change = z.object({ value: z.object({ statuses: z.array(z.unknown()) }) });
const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** Unix seconds. */
  timestamp: z.coerce.number().nullish().catch(null),
  errors: z
    .array(
      z.object({
        code: z.number().optional(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.object({ details: z.string().optional() }).optional(),
      }),
    )
    .optional()
    .catch(undefined),
});

/** Webhooks of WhatsApp Business accounts. */
export const whatsappReports: ReportDefinition<Secrets> = {
  setUp: {
    steps: [
      'In the App Dashboard of Meta, copy the App secret from App settings > Basic into "App secret", so that only reports that Meta has signed are taken.',
      'Enter a text that you choose as "Verify token of the webhook" and save the integration, so that only a set-up that names it is confirmed.',
      "In the App Dashboard, open WhatsApp > Configuration and enter the address for reports as the Callback URL, with the same Verify token.",
      "Click Verify and save; Meta asks the address for a confirmation, which Belfry answers automatically.",
      "Subscribe to the webhook field messages, which reports that messages are sent, delivered, read or failed.",
    ],
    source: "https://developers.facebook.com/docs/whatsapp/cloud-api/guides/set-up-webhooks",
  },
  isGenuine: (call, { webhookSigningKey, webhookVerifyToken }) =>
    call.method === "GET"
      ? webhookVerifyToken === undefined
        ? "unsigned"
        : isSameSecret(textOf(call, "hub.verify_token"), webhookVerifyToken)
      : webhookSigningKey === undefined
        ? "unsigned"
        : isSigned(call, webhookSigningKey),
  challenge(call) {
    const text = textOf(call, "hub.challenge");
    return call.method === "GET" && textOf(call, "hub.mode") === "subscribe" && text !== ""
      ? { type: "text/plain", text }
      : undefined;
  },
  parse(call) {
    const notice = Notice.safeParse(jsonBody(call));
    if (!notice.success) throw new UnreadableReportError("The body has no list of entries");
    // Messages that people write come by the same way: they have no statuses.
    return notice.data.entry
      .flatMap((entry) => Entry.safeParse(entry).data?.changes ?? [])
      .flatMap((change) => Change.safeParse(change).data?.value.statuses ?? [])
      .flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Status.safeParse(raw);
  const status = event && STATUSES.get(event.status);
  if (!event || !status) return [];
  const { id: identifier, timestamp, errors: [error] = [] } = event;
  const sentence = error && (error.error_data?.details ?? error.message ?? error.title);
  const known = error?.code === undefined ? undefined : sentenceOf(whatsappRefusals, error.code);
  return [
    {
      identifier,
      status,
      raw,
      at: unixDate(timestamp),
      problem: error?.code === undefined ? undefined : setUpProblem(whatsappRefusals, error.code),
      response: error && [known ?? error.code, sentence].filter((part) => part !== undefined).join(": "),
    },
  ];
}

/** HMAC of the body under the app's secret, in hex after `sha256=`. */
function isSigned(call: ReportCall, key: string): boolean {
  const [, given] = /^sha256=(.+)$/.exec(headerOf(call, "x-hub-signature-256") ?? "") ?? [];
  return isHmacOf(call.body, { algorithm: "sha256", key, encoding: "hex", given });
}

function textOf({ query }: ReportCall, name: string): string {
  const value = query[name];
  return typeof value === "string" ? value : "";
}
