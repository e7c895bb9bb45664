import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import type { SetUpProblem } from "../refusals.ts";
import type { CallContext } from "../send-context.ts";

/** Answer of a vendor about a message that it has taken, when it is asked later. */
export interface Receipt {
  status: ReportStatus;
  /** The vendor's words about it. */
  response?: string | undefined;
  /** The device token is dead: it is removed from the subscriber, as when a send fails for it. */
  isDeviceUnknown?: true;
  /** The problem of the integration, where the vendor refused the message for it. */
  problem?: SetUpProblem | undefined;
  /** The answer as the vendor gave it. */
  raw: unknown;
}

/** When a vendor is asked. Durations are in milliseconds. */
export interface ReceiptTimes {
  /** From the send until the vendor usually knows. */
  afterMs: number;
  /** From the send until the vendor has forgotten it. */
  keptMs: number;
  /** Ids that one call may ask about. */
  atOnce: number;
}

/** How a provider asks its vendor what became of messages. */
export interface ReceiptDefinition<Credentials> extends ReceiptTimes {
  /**
   * Asks about at most `atOnce` ids, as sends have returned them. Ids that the vendor has no answer for yet are left out. Throws
   * ProviderError; everything is asked again then.
   */
  ask(ids: readonly string[], credentials: Credentials, context: CallContext): Promise<ReadonlyMap<string, Receipt>>;
}
