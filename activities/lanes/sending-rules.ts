import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { findProvider } from "#providers/registry.ts";
import type { PacedIntegration } from "./lane-paces.ts";

/** How an integration sends: by its own settings, and else by what its vendor documents. */
export function rulesOf(
  { channel, organizationId }: LeasedDelivery,
  { id, environmentId, providerId, pace }: SendingIntegration,
) {
  const provider = findProvider(channel, providerId);
  const { concurrent, ...limit } = { ...provider?.pace, ...pace };
  const paced: PacedIntegration = { id, organizationId, environmentId, limit };
  return { paced, concurrent, timeoutMs: provider?.timeoutMs };
}
