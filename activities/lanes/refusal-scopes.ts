import { LRUCache } from "lru-cache";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";

const KNOWN = 1_000;
/** So many messages have to be of one mind. */
const LEAST = 4;
/** Answers of long ago count less: after so many answers, the half of it. */
const HALVED_AFTER = 200;

/** Answers to messages that are sent for the first time, and to those that had been refused before. */
interface Answers {
  firstAccepted: number;
  firstRefused: number;
  againAccepted: number;
  againRefused: number;
}

/**
 * Finds out whom the refusals of a vendor concern that does not say so. One that counts the messages of an integration refuses a repeated
 * one as often as a new one. One that refuses new messages alone, and takes them later, counts by recipient.
 */
export interface RefusalScopes {
  accepted(delivery: Pick<LeasedDelivery, "integrationId" | "isNoted">): void;
  /** Returns whether the refusal concerns the recipient alone. */
  refused(delivery: Pick<LeasedDelivery, "integrationId" | "isNoted">): boolean;
}

export function createRefusalScopes(): RefusalScopes {
  const answers = new LRUCache<string, Answers>({ max: KNOWN });

  function count(integrationId: string, field: keyof Answers): Answers {
    const own = answers.get(integrationId) ?? { firstAccepted: 0, firstRefused: 0, againAccepted: 0, againRefused: 0 };
    own[field] += 1;
    if (own.firstAccepted + own.firstRefused + own.againAccepted + own.againRefused > HALVED_AFTER) {
      own.firstAccepted /= 2;
      own.firstRefused /= 2;
      own.againAccepted /= 2;
      own.againRefused /= 2;
    }
    answers.set(integrationId, own);
    return own;
  }

  return {
    accepted({ integrationId, isNoted }) {
      count(integrationId, isNoted ? "againAccepted" : "firstAccepted");
    },
    refused({ integrationId, isNoted }) {
      const own = count(integrationId, isNoted ? "againRefused" : "firstRefused");
      return (
        own.againAccepted >= LEAST &&
        own.firstRefused >= LEAST &&
        own.againRefused <= own.againAccepted / 8 &&
        own.firstAccepted <= own.firstRefused / 4
      );
    },
  };
}
