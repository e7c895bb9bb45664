import { expect, test } from "vitest";
import { durationsOf } from "./durations.ts";

test.each([1, 0.2, 0.05])(
  "at scale %s a lease can be renewed twice before no send is begun with it any more",
  (scale) => {
    const { deliveryLease, deliveryRenewal, leastDeliveryLease } = durationsOf(scale);
    expect(deliveryLease - 2 * deliveryRenewal).toBeGreaterThan(leastDeliveryLease);
  },
);

test("without a scale durations are as they are documented", () => {
  expect(durationsOf(1)).toEqual({
    deliveryLease: 30_000,
    deliveryRenewal: 8_000,
    leastDeliveryLease: 10_000,
    reconciliation: 60_000,
    unsentWebhooks: 10_000,
    vendorLifts: 10_000,
    overdue: 45_000,
    start: 30_000,

    firingClaim: 120_000,
  });
});
