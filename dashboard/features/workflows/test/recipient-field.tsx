import type { FieldError } from "react-hook-form";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerItem, PickerSearch } from "#dashboard/components/controls/picker-results.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import type { RecipientKind } from "./recipient-kinds.ts";
import type { TopicSize } from "./topic-size.ts";

const KINDS: readonly { id: RecipientKind; text: string }[] = [
  { id: "me", text: "Me" },
  { id: "subscriber", text: "A subscriber" },
  { id: "topic", text: "A topic" },
];

interface RecipientFieldProps {
  kind: RecipientKind;
  onKind: (kind: RecipientKind) => void;
  subscriber: PickerItem | null;
  onSubscriber: (subscriber: PickerItem | null) => void;
  topic: PickerItem | null;
  onTopic: (topic: PickerItem | null) => void;
  searches: { subscribers: PickerSearch; topics: PickerSearch };
  /** Names the environment, for what the pickers have found. */
  environmentId: string | undefined;
  size: TopicSize;
  errors: { subscriber?: FieldError | undefined; topic?: FieldError | undefined };
}

/** Who a test is for. */
export function RecipientField({
  kind,
  onKind,
  subscriber,
  onSubscriber,
  topic,
  onTopic,
  searches,
  environmentId,
  size,
  errors,
}: RecipientFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup label="Recipient" value={kind} options={KINDS} onChange={onKind} />
      {kind === "subscriber" && (
        <Picker
          label="Subscriber"
          placeholder="Choose by name or id"
          hint="An id that nobody has yet creates a subscriber."
          value={subscriber}
          onChange={onSubscriber}
          queryKey={["environment", environmentId, "test-subscribers"]}
          search={withNewId(searches.subscribers)}
          error={errors.subscriber}
        />
      )}
      {kind === "topic" && (
        <>
          <Picker
            label="Topic"
            placeholder="Choose by name or key"
            value={topic}
            onChange={onTopic}
            queryKey={["environment", environmentId, "topics"]}
            search={searches.topics}
            error={errors.topic}
          />
          {topic && <p role="status">{size.text}</p>}
          <LoadFailed what="The number of subscribers" query={size.query} />
        </>
      )}
    </div>
  );
}

/** Offers the text as an id where the search finds no subscriber with it. */
const withNewId =
  (search: PickerSearch): PickerSearch =>
  async (asked) => {
    const page = await search(asked);
    const id = asked.text.trim();
    if (id === "" || asked.after !== undefined || page.items.some((item) => item.id === id)) return page;
    return { ...page, items: [...page.items, { id, text: id, description: "A new subscriber with this id" }] };
  };
