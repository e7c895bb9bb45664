import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf, setUpProblem } from "../../refusals.ts";
import {
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { telnyxRefusals } from "../refusals/telnyx-refusals.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    queued: "queued",
    sending: "sending",
    sent: "sent",
    delivered: "delivered",
    sending_failed: "failed",
    delivery_failed: "failed",
    delivery_unconfirmed: "undelivered",
    expired: "undelivered",
  }),
);
/** Telnyx signs each call anew: an older one is repeated by somebody else. */
const MAX_AGE_SECONDS = 300;

const Recipient = z.object({ status: z.string() });
const Problem = z.object({ code: z.coerce.string(), title: z.string().nullish(), detail: z.string().nullish() });
const Event = z.object({
  /** Of the event: the message's own is in the payload. */
  id: z.string().optional(),
  occurred_at: z.string().nullish(),
  payload: z.object({
    id: z.string(),
    to: z.tuple([Recipient], Recipient),
    errors: z.array(Problem).nullish().catch(null),
  }),
});
const Body = z.object({ data: z.unknown(), meta: z.object({ attempt: z.number().int() }).nullish().catch(null) });

/** Telnyx' messaging webhooks. */
export const telnyxReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: "message",
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const raw = jsonBody(call);
    const body = Body.safeParse(raw);
    if (!body.success || typeof body.data.data !== "object") {
      throw new UnreadableReportError("The body is not a Telnyx event");
    }
    const { data: event } = Event.safeParse(body.data.data);
    const status = event && STATUSES.get(event.payload.to[0].status);
    if (!event || !status) return [];
    const [problem] = event.payload.errors ?? [];
    return [
      {
        identifier: event.payload.id,
        status,
        raw,
        at: zonedDate(event.occurred_at),
        eventId: event.id,
        attempts: body.data.meta?.attempt,
        problem: problem && setUpProblem(telnyxRefusals, problem.code),
        response:
          problem &&
          [sentenceOf(telnyxRefusals, problem.code) ?? problem.code, problem.detail ?? problem.title ?? ""]
            .join(" ")
            .trim(),
      },
    ];
  },
};

/** Ed25519 over timestamp and body, by the public key that Telnyx shows. */
function isSigned(call: ReportCall, key: string): boolean {
  const signature = headerOf(call, "telnyx-signature-ed25519");
  const timestamp = headerOf(call, "telnyx-timestamp");
  if (signature === undefined || timestamp === undefined) return false;
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  // Also false where the timestamp is not a number.
  if (!(age <= MAX_AGE_SECONDS)) return false;
  try {
    const x = Buffer.from(key, "base64").toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(`${timestamp}|${call.body}`), publicKey, Buffer.from(signature, "base64"));
  } catch {
    // A key that is none verifies nothing.
    return false;
  }
}
