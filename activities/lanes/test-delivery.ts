import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";

/** The environment is tested, and the message was written before that, or by another list. */
export class TestDeliveryChangedError extends Error {}

/**
 * Returns the request without the revision of test delivery that it was written by. Throws `TestDeliveryChangedError` when that is not the
 * current one: a message that waited in a lane, or that a resume repeats, may be for somebody who is not listed.
 */
export function currentRequest(
  { testRevision, ...request }: LeasedDelivery["request"],
  integration: Pick<SendingIntegration, "testRevision">,
): LeasedDelivery["request"] {
  if (integration.testRevision !== null && integration.testRevision !== testRevision)
    throw new TestDeliveryChangedError();
  return request;
}
