import type { CappedCount } from "#contract/schemas/keyset.ts";
import type { Subscriber } from "#contract/subscribers.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useRead } from "#dashboard/data/use-read.ts";

/** Properties of a dialog that removes a subscriber. */
export interface RemovalProps {
  subscriber: Subscriber;
  onClose: () => void;
  onDeleted?: () => void;
}

interface HoldingsProps {
  subscriberId: string;
  children: (numbers: { topics: string; messages: string }) => string;
}

/** A sentence with the numbers of what a subscriber has; without the numbers until they are known. */
export function Holdings({ subscriberId, children }: HoldingsProps) {
  const query = useRead("v2.subscribers.holdings", subscriberId);
  const topics = countText(query.data?.topics, ["topic", "topics"]);
  const messages = countText(query.data?.messages, ["message", "messages"]);
  return (
    <>
      <p>{children({ topics, messages })}</p>
      <LoadFailed what="The numbers of topics and messages" query={query} />
    </>
  );
}

const NUMBER = new Intl.NumberFormat("en");

function countText(counted: CappedCount | undefined, [one, many]: readonly [string, string]): string {
  if (!counted) return `all ${many}`;
  if (counted.isMore) return `more than ${NUMBER.format(counted.count)} ${many}`;
  return `${NUMBER.format(counted.count)} ${counted.count === 1 ? one : many}`;
}
