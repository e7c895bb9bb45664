import type { TopicDetails } from "#contract/v2/topics.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { topicName } from "./topic-name.ts";

interface DeleteTopicProps {
  topic: TopicDetails;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a topic is deleted, and says how many members it has. */
export function DeleteTopic({ topic, onClose, onDeleted }: DeleteTopicProps) {
  const { key } = topic;
  const { write } = useEnvironment();
  const size = useRead("v2.topics.size", key);
  const name = topicName(topic);
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete topic"
      done={`${name} was deleted`}
      onConfirm={async () => {
        await write("v2.topics.delete", key);
        onDeleted?.();
      }}
    >
      <p>
        {`${membersText(size.data)} Events for the topic reach no one through it. The subscribers themselves stay. This cannot be undone.`}
      </p>
      <LoadFailed what="The number of members" query={size} />
    </Confirmation>
  );
}

function membersText(size: { count: number; isMore: boolean } | undefined): string {
  if (!size) return "All memberships are removed.";
  if (size.count === 0) return "It has no members.";
  if (size.count === 1 && !size.isMore) return "1 membership is removed.";
  return `${size.isMore ? "More than " : ""}${numberText(size.count)} memberships are removed.`;
}
