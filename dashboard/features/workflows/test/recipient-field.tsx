import { Link } from "@tanstack/react-router";
import type { FieldError } from "react-hook-form";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerSearch } from "#dashboard/components/controls/picker-results.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { RecipientKind } from "./recipient-kinds.ts";
import type { TopicSize } from "./topic-size.ts";
import { setTestValue, type TestForm } from "./use-test-form.ts";

const KINDS: readonly { id: RecipientKind; text: string }[] = [
  { id: "me", text: "Me" },
  { id: "subscriber", text: "A subscriber" },
  { id: "topic", text: "A topic" },
];

interface RecipientFieldProps {
  form: TestForm;
  size: TopicSize;
}

export function RecipientField({ form, size }: RecipientFieldProps) {
  const { searches, current } = useEnvironment();
  const { errors } = form.formState;
  const { recipient, subscriber, topic } = form.watch();
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label="Recipient"
        value={recipient}
        options={KINDS}
        onChange={(kind) => setTestValue(form, "recipient", kind)}
      />
      {recipient === "subscriber" && (
        <Picker
          label="Subscriber"
          placeholder="Choose by name or id"
          hint="A new ID creates a subscriber."
          value={subscriber}
          onChange={(chosen) => setTestValue(form, "subscriber", chosen)}
          queryKey={["environment", current?._id, "test-subscribers"]}
          search={withNewId(searches.subscribers)}
          error={errorOf(errors.subscriber)}
        />
      )}
      {recipient === "subscriber" && subscriber && (
        <p>
          <SubscriberLink subscriberId={subscriber.id} name="Open the subscriber" className="text-accent underline" />
        </p>
      )}
      {recipient === "topic" && (
        <>
          <Picker
            label="Topic"
            placeholder="Choose by name or key"
            value={topic}
            onChange={(chosen) => setTestValue(form, "topic", chosen)}
            queryKey={["environment", current?._id, "topics"]}
            search={searches.topics}
            error={errorOf(errors.topic)}
          />
          {topic && (
            <p className="flex flex-wrap gap-x-3">
              <span role="status">{size.text}</span>
              <Link to="/topics/$key" params={{ key: topic.id }} search={{}} className="text-accent underline">
                Open the topic
              </Link>
            </p>
          )}
          <LoadFailed what="The number of subscribers" query={size.query} />
        </>
      )}
    </div>
  );
}

/** Of a field whose value is an object, whose error may be one of its parts'. */
const errorOf = (error: { message?: string } | undefined): FieldError | undefined =>
  error?.message === undefined ? undefined : { type: "custom", message: error.message };

/** Offers the text as an id where the search finds no subscriber with it. */
const withNewId =
  (search: PickerSearch): PickerSearch =>
  async (asked) => {
    const page = await search(asked);
    const id = asked.text.trim();
    if (id === "" || asked.after !== undefined || page.items.some((item) => item.id === id)) return page;
    return { ...page, items: [...page.items, { id, text: id, description: "A new subscriber with this id" }] };
  };
