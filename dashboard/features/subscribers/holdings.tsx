import type { Subscriber } from "#contract/subscribers.ts";
import { cappedCountText } from "#dashboard/components/display/count-text.ts";
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
  const { topics, messages } = query.data ?? {};
  const numbers = {
    topics: topics ? cappedCountText(topics, "topic") : "all topics",
    messages: messages ? cappedCountText(messages, "message") : "all messages",
  };
  return (
    <>
      <p>{children(numbers)}</p>
      <LoadFailed what="The numbers of topics and messages" query={query} />
    </>
  );
}
