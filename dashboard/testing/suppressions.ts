import type { Suppression, VendorLift } from "#contract/suppressions.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const SUPPRESSION_ID = "00000000-0000-4000-8000-0000000000e1";

export const aSuppression = (more: Partial<Suppression> = {}): Suppression => ({
  _id: SUPPRESSION_ID,
  id: SUPPRESSION_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  channel: "email",
  address: "ada@example.com",
  reason: "bounced",
  stream: "all",
  note: "550 No such user",
  providerId: "sendgrid",
  messageId: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  lift: null,
  ...more,
});

/** One that was lifted, over integrations whose vendors were asked. */
export const aLiftedSuppression = (...vendors: Partial<VendorLift>[]): Suppression =>
  aSuppression({
    lift: {
      at: "2026-01-06T10:00:00.000Z",
      reason: "It works again",
      vendors: vendors.map((vendor, index) => ({
        _integrationId: `00000000-0000-4000-8000-0000000000f${index}`,
        providerId: "sendgrid",
        name: "SendGrid",
        outcome: "lifted",
        words: null,
        attempts: 1,
        askedAt: "2026-01-06T10:00:05.000Z",
        dueAt: null,
        ...vendor,
      })),
    },
  });

export const suppressionsOf = (...data: Suppression[]) => ({
  data,
  next: null,
  previous: null,
  totalCount: data.length,
  totalCountCapped: false,
});
