import { MINUTE, SECOND } from "#contract/constants/values/times.ts";

export type Durations = ReturnType<typeof durationsOf>;

/**
 * Returns how long the work of a process that may have died is left to it, and how often lost work is looked for, in milliseconds.
 * `scale` is 1, but for tests, which wait for these times: BELFRY_TIME_SCALE. Of leases, each renewal has to come well before the end.
 */
export function durationsOf(scale: number) {
  const scaled = (milliseconds: number) => Math.round(milliseconds * scale);
  return {
    /** How long a delivery belongs to whoever took it. */
    deliveryLease: scaled(30 * SECOND),
    /** How often the lease is extended while the delivery is being sent. */
    deliveryRenewal: scaled(8 * SECOND),
    /** A send is begun only with a lease that lasts at least this long. */
    leastDeliveryLease: scaled(10 * SECOND),
    /** How often the reconciler looks for lost work. */
    reconciliation: scaled(MINUTE),
    /** Work that is due for longer than this is overdue. */
    overdue: scaled(45 * SECOND),
    /** How long an event is given to be taken up. */
    start: scaled(30 * SECOND),
    /** How often events for webhook endpoints are looked for that callers' changes have stored. */
    unsentWebhooks: scaled(10 * SECOND),
    /** How often vendors are looked for that are to take an address off their lists. */
    vendorLifts: scaled(10 * SECOND),
    /** Longer than a pass over the schedules takes: an occurrence whose pass died is claimed again then. */
    firingClaim: scaled(2 * MINUTE),
  } as const;
}
