import type { DetailText } from "#contract/constants/details.ts";
import type { ExecutionStatus } from "#contract/constants/statuses.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import type { AwaitedReceipt } from "../../schema/deliveries.ts";
import type { LeasedDelivery } from "./lease-deliveries.ts";

export interface DeliveryOutcome {
  delivery: LeasedDelivery;
  /** `open`: it is tried again at `dueAt`. */
  state: "sent" | "failed" | "open";
  dueAt: Date | null;
  /** Sends through the integration that were begun, when that is not one more than before. */
  attempt?: number | undefined;
  /** The integration that has its turn, where several may send it. */
  next?: { integrationId: string; providerId: string; request?: Record<string, unknown> } | undefined;
  /** The integrations as they are known now, where that has changed. */
  failover?: Failover | undefined;
  /** The vendor may have taken the message, which no other is given then, also when it is resumed. */
  isBound?: boolean | undefined;
  identifier?: string | undefined;
  /** Absent where nothing went wrong: a message that has expired. */
  errorId?: string | undefined;
  errorText?: string | undefined;
  detail: { text: DetailText; status: ExecutionStatus; isRetry: boolean; raw: unknown };
  /** The token of the device, when the provider does not know it any more: it is removed from the subscriber. */
  unknownDevice?: string | undefined;
  /** The token of a device that the provider refuses as it would refuse all of them where the integration is set up for another app. */
  suspectDevice?: string | undefined;
  /** A token that was stored after this moment stays. */
  refusedAt?: Date | undefined;
  /** Whether the provider's refusals of tokens may be of the set-up, so that this outcome says something about others. */
  clearsSetUp?: boolean | undefined;
  /** For a vendor that is asked later what became of it. */
  receipt?: { awaited: AwaitedReceipt; dueAt: Date } | undefined;
}
