import { z } from "zod";
import { Id, Moment, referenceUpTo } from "./common.ts";
import { REPORT_STATUSES } from "./constants/report-statuses.ts";

const REFERENCE_MAX = 255;

/** The address that is set up at a vendor. */
export const ReportAddress = z.object({
  organizationId: Id,
  environmentId: Id,
  channel: z.enum(["email", "sms", "chat", "push"]),
  providerOrIntegrationId: referenceUpTo(REFERENCE_MAX),
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
