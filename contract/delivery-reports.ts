import { z } from "zod";
import { REPORT_STATUSES } from "./constants/report-statuses.ts";
import { PUBLIC } from "./schemas/access.ts";
import { Id, Moment, referenceUpTo } from "./schemas/common.ts";
import { unparsed } from "./schemas/media.ts";
import { operations } from "./schemas/operations.ts";

const REPORT_REFERENCE_MAX = 255;

/** The address that is set up at a vendor. */
export const ReportAddress = z.object({
  organizationId: Id,
  environmentId: Id,
  channel: z.enum(["email", "sms", "chat", "push"]),
  providerOrIntegrationId: referenceUpTo(REPORT_REFERENCE_MAX),
});
export type ReportAddress = z.infer<typeof ReportAddress>;

/** The same for clients of version 3. */
export const ReportAddressV2 = z.object({ environmentId: Id, integrationId: Id });

/** Each report that was taken, by the vendor's id of its message. */
export const TakenReports = z.array(
  z.object({
    id: z.string(),
    event: z.object({
      status: z.enum(REPORT_STATUSES),
      date: Moment,
      externalId: z.string(),
      attempts: z.number().int(),
      response: z.string(),
      row: z.unknown(),
    }),
  }),
);
export type TakenReports = z.infer<typeof TakenReports>;

/** A call by which the vendor only asks whether the address is right is answered in the form that the vendor wants. */
const TAKEN = {
  description: "The reports that were taken, or what the vendor wants to be answered",
  content: {
    "application/json": { schema: z.union([TakenReports, z.record(z.string(), z.unknown())]) },
    "text/plain": unparsed("string", "1158201444"),
  },
};
const REPORT = {
  content: { "*/*": unparsed("string", '[{"event":"delivered","sg_message_id":"14c5d75ce93.dfd.64b469"}]') },
};

const taking = {
  access: [PUBLIC],
  limit: "reports",
  answer: { 200: TAKEN },
  failures: ["not_found", "payload_too_large", "unavailable"],
} as const;

export const deliveryReportOperations = operations("webhooks", {
  receiveDeliveryReports: {
    route:
      "POST /v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
    client: "webhooks.sendReports",
    summary: "Receive delivery reports of a provider; set this address up at the vendor",
    ...taking,
    params: ReportAddress,
    body: REPORT,
  },

  receiveDeliveryReportsByQuery: {
    route:
      "GET /v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
    client: "webhooks.sendReportsByQuery",
    summary: "Receive delivery reports of a provider; set this address up at the vendor",
    ...taking,
    params: ReportAddress,
  },

  receiveDeliveryReportsV2: {
    route: "POST /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
    client: "v2.webhooks.sendReports",
    tag: "inbound-webhooks",
    summary: "Receive delivery reports of a provider",
    ...taking,
    params: ReportAddressV2,
    body: REPORT,
  },

  receiveDeliveryReportsByQueryV2: {
    route: "GET /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
    client: "v2.webhooks.sendReportsByQuery",
    tag: "inbound-webhooks",
    summary: "Receive delivery reports of a provider",
    ...taking,
    params: ReportAddressV2,
  },
});
