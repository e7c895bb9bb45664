import type { SuppressionKind } from "#contract/constants/suppressions.ts";
import { ProviderError } from "../provider-error.ts";
import type { CallContext } from "../send-context.ts";

/** An address that is to be sent to again, and the reasons for which it was not. */
export interface AddressToLift {
  address: string;
  kinds: readonly SuppressionKind[];
}

/** Whether the vendor had the address on its list. */
export type ListAnswer = "lifted" | "not_listed";

/** A list that a vendor keeps of addresses to which it sends nothing, as far as others read of it. */
export interface VendorList {
  /** The reasons for which the vendor has addresses on it. It is not asked about others. */
  kinds: readonly SuppressionKind[];
  /** The vendor's page that says how an address is taken off. */
  source: `https://${string}`;
}

/** How a provider has its vendor take an address off its list. */
export interface VendorListDefinition<Credentials> extends VendorList {
  /**
   * Takes an address off the list, for the given kinds alone where the vendor tells them apart. May be repeated. Throws ProviderError;
   * everything is asked again then, if its class is RETRY.
   */
  lift(entry: AddressToLift, credentials: Credentials, context: CallContext): Promise<ListAnswer>;
}

/** The answer of a vendor that says by a 404 that the address is not on its list. Throws every other error. */
export async function orNotListed(request: Promise<unknown>): Promise<ListAnswer> {
  try {
    await request;
    return "lifted";
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404 && error.class === "PERMANENT") return "not_listed";
    throw error;
  }
}

/** The answer of several lists, which are asked one after the other: the address was on one of them, or on none. */
export async function liftFromEach<T>(
  lists: readonly T[],
  lift: (list: T) => Promise<ListAnswer>,
): Promise<ListAnswer> {
  let answer: ListAnswer = "not_listed";
  for (const list of lists) if ((await lift(list)) === "lifted") answer = "lifted";
  return answer;
}
