import { z } from "zod";
import type { Trigger } from "#client/client.ts";
import type { TriggerResult } from "#contract/events.ts";
import { SubscriberId } from "#contract/subscribers.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { KeySnippets, type SnippetKey } from "#dashboard/components/display/key-snippets.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { STATUS_TEXTS } from "#dashboard/trigger-status.ts";
import type { ExampleEvent } from "../event-snippets.ts";
import { TRIGGER_SNIPPETS, triggerSnippet } from "../trigger-snippets.ts";

/** An event that was triggered before, as far as its run has it. */
export type EarlierEvent = ExampleEvent & Pick<Trigger, "overrides" | "testMode">;

interface TriggerLikeProps {
  event: EarlierEvent;
  keptName: string;
  isProduction: boolean;
  apiUrl: string;
  snippetKey: SnippetKey;
  trigger: (event: Trigger) => Promise<TriggerResult>;
  /** Called with the transactionId of the event that was accepted. */
  onSent: (transactionId: string) => void;
}

const Values = z.object({ subscriber: SubscriberId, payload: JsonObjectText });

/** The ways that are shown in a dialog; the page of the workflow has the others. */
const LANGUAGES = TRIGGER_SNIPPETS.filter(({ id }) => id === "curl" || id === "client");

/** Triggers an event like an earlier one, and shows the code that does. */
export function TriggerLike(props: TriggerLikeProps) {
  const { event, keptName, isProduction, apiUrl, snippetKey, trigger, onSent } = props;
  const like = ({ subscriber, payload }: z.output<typeof Values>): EarlierEvent => ({
    ...event,
    to: { subscriberId: subscriber },
    payload: payload ?? {},
  });
  return (
    <SchemaForm
      schema={Values}
      initial={{ subscriber: event.to.subscriberId, payload: jsonObjectText(event.payload) }}
      serverFields={{ to: "subscriber" }}
      keptName={keptName}
      action={isProduction ? "Trigger in Production" : "Trigger"}
      send={async (values) => {
        const { status, transactionId, error } = await trigger(like(values));
        if (status !== "processed" || !transactionId) throw new Error(error?.join(" ") ?? STATUS_TEXTS[status]);
        onSent(transactionId);
        showToast({ tone: "success", text: "The event was triggered" });
      }}
    >
      {(form) => {
        const typed = Values.safeParse(form.watch());
        return (
          <>
            {isProduction && (
              <Banner title="This is Production">The event sends real messages to the subscriber.</Banner>
            )}
            <FormInput form={form} name="subscriber" label="Subscriber id" />
            <JsonField
              label="Payload"
              optional
              error={fieldError(form, "payload")}
              value={form.watch("payload")}
              onChange={(payload) => form.setValue("payload", payload, { shouldDirty: true })}
            />
            <Disclosure title="As code">
              <KeySnippets
                languages={LANGUAGES}
                initial="curl"
                codeOf={(language, key) =>
                  triggerSnippet(language, { apiUrl, key, event: typed.success ? like(typed.data) : event })
                }
                snippetKey={snippetKey}
              />
            </Disclosure>
          </>
        );
      }}
    </SchemaForm>
  );
}
