import { isSuppressible, suppressedAddress } from "#contract/constants/suppressions.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { AskedAddress, SuppressedAddress } from "#db/queries/suppressions/find-suppressed.ts";
import { priorityKeys } from "#domain/lanes/priorities.ts";
import { channelModule } from "../channels/index.ts";

/** A message that is sent, or would be. */
export type AddressedDelivery = Pick<LeasedDelivery, "environmentId" | "channel" | "request" | "priority">;

/** Nothing is sent to the address any more. */
export class SuppressedError extends Error {
  readonly entry: SuppressedAddress;

  constructor(entry: SuppressedError["entry"]) {
    super("The address is suppressed");
    this.entry = entry;
  }
}

/** Returns a delivery's request without recipients to whom nothing is sent any more. Throws `SuppressedError` when nobody is left. */
export type AllowedRequest = (delivery: AddressedDelivery) => LeasedDelivery["request"];

/** Reads which recipients of the deliveries are suppressed, by one call of `find` for all of them. */
export async function readSuppressed(
  find: (asked: readonly AskedAddress[]) => Promise<SuppressedAddress[]>,
  deliveries: readonly AddressedDelivery[],
): Promise<AllowedRequest> {
  const found = await find(deliveries.flatMap(askedOf));
  if (found.length === 0) return ({ request }) => request;
  const entries = new Map(found.map((entry) => [keyOf(entry), entry]));
  return (delivery) => {
    const held = (address: string) => {
      const asked = askedAddress(delivery, address);
      const entry = asked && entries.get(keyOf(asked));
      return entry && (delivery.priority !== priorityKeys.critical || entry.stream === "all") ? entry : undefined;
    };
    const { recipients } = channelModule(delivery.channel);
    const left = recipients?.without(delivery.request, (address) => held(address) !== undefined) ?? delivery.request;
    if (recipients === undefined || recipients.of(left).length > 0) return left;
    const entry = recipients.of(delivery.request).map(held).find(Boolean);
    if (!entry) return delivery.request;
    throw new SuppressedError(entry);
  };
}

function askedOf(delivery: AddressedDelivery): AskedAddress[] {
  const { recipients } = channelModule(delivery.channel);
  const addresses = [...(recipients?.of(delivery.request) ?? []), ...(recipients?.copiesOf?.(delivery.request) ?? [])];
  return addresses.flatMap((address) => askedAddress(delivery, address) ?? []);
}

const askedAddress = ({ environmentId, channel }: AddressedDelivery, address: string): AskedAddress | undefined =>
  isSuppressible(channel) ? { environmentId, channel, address: suppressedAddress(channel, address) } : undefined;

const keyOf = ({ environmentId, channel, address }: AskedAddress): string => `${environmentId} ${channel} ${address}`;
