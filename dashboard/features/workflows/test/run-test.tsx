import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Controller } from "react-hook-form";
import type { Trigger } from "#client/client.ts";
import type { TriggerResult } from "#contract/events.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { NavigationBlocker } from "#dashboard/components/overlays/navigation-blocker.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { STATUS_TEXTS } from "#dashboard/trigger-status.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { ExampleEvent } from "../event-snippets.ts";
import { PayloadEditor } from "../payload/payload-editor.tsx";
import { ModeField } from "./mode-field.tsx";
import { RecipientField } from "./recipient-field.tsx";
import type { RecipientKind } from "./recipient-kinds.ts";
import { SamplePicker } from "./sample-picker.tsx";
import { useTestChoice } from "./test-choices.ts";
import { type TestRecipient, testEvent } from "./test-event.ts";
import { useTopicSize } from "./topic-size.ts";
import { setTestValue, type TestForm, useTestForm } from "./use-test-form.ts";

/** The form's field for each field of the event. */
const FIELDS = { to: "subscriber", payload: "payload", tenant: "tenant", actor: "actor" } as const;

interface RunTestProps {
  workflowId: string;
  example: ExampleEvent;
  trigger: (event: Trigger) => Promise<TriggerResult>;
  /** The member as a recipient. */
  me: TestRecipient;
  /** Called with the transactionId of an event that was accepted. */
  onSent: (transactionId: string) => void;
}

/** Triggers the workflow as a server would, for the member, a subscriber or a topic, and leads to its runs. */
export function RunTest({ workflowId, example, trigger, me, onSent }: RunTestProps) {
  const { readOnly: isProduction } = useEnvironment();
  const [remembered, choose] = useTestChoice(workflowId);
  // Production takes real events alone.
  const choice = isProduction ? LIVE : remembered;
  const form = useTestForm(example);
  const { register, watch, reset, getValues } = form;
  const { errors, isDirty } = form.formState;
  const sending = useMutation({ mutationFn: trigger });
  async function send(values: Parameters<typeof testEvent>[1]) {
    const { status, transactionId } = await sending.mutateAsync(testEvent(example, values, { me, choice }));
    // The run has the payload, so the form can be left without confirmation, also at once.
    flushSync(() => reset(getValues()));
    if (status === "processed" && transactionId) onSent(transactionId);
  }
  const { onSubmit, isPending } = useSubmit(form, { send, fields: FIELDS });
  const { recipient, subscriber, topic } = watch();
  const isTopic = recipient === "topic" && topic !== null;
  const size = useTopicSize(topic?.id ?? "", isTopic);
  const isLiveTopic = isTopic && choice.kind === "live";
  const [isAsking, setAsking] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    if (!isLiveTopic) {
      onSubmit(event);
      return;
    }
    event.preventDefault();
    void form.trigger(undefined, { shouldFocus: true }).then((isValid) => setAsking(isValid));
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
      <NavigationBlocker dirty={isDirty} />
      {isProduction ? (
        <p className="text-muted">A test in Production is live. Dry tests are for Development.</p>
      ) : (
        <ModeField choice={choice} onChange={choose} />
      )}
      <RecipientField form={form} size={size} />
      {example.tenant && (
        <Field label="Tenant identifier" hint="The templates use the tenant." error={errors.tenant}>
          {(control) => <Input {...control} {...register("tenant")} />}
        </Field>
      )}
      {example.actor && <ActorField form={form} isUsed />}
      <PayloadField form={form} workflowId={workflowId} example={example.payload} />
      {!example.actor && (
        <Disclosure title="More">
          <ActorField form={form} isUsed={false} />
        </Disclosure>
      )}
      <FormError errors={errors} />
      <div>
        <Button type="submit" variant="primary" pending={isPending} disabled={isLiveTopic && size.number === undefined}>
          {choice.kind === "dry" ? "Run dry test" : `Send live test to ${nameOf(recipient, subscriber, size.number)}`}
        </Button>
      </div>
      <div role="status">{sending.data && <Result result={sending.data} />}</div>
      <Confirmation
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Send to ${size.number ?? "the topic"}?`}
        action={`Send to ${size.number ?? "the topic"}`}
        tone="primary"
        onConfirm={form.handleSubmit(send)}
      >
        {`A live test reaches every member of ${topic?.text ?? "the topic"} through your integrations: ${size.number ?? ""}.`}
      </Confirmation>
    </form>
  );
}

function ActorField({ form, isUsed }: { form: TestForm; isUsed: boolean }) {
  return (
    <Field
      label="Actor's subscriber id"
      hint={isUsed ? "The templates use the acting subscriber." : "The subscriber who caused the event."}
      error={form.formState.errors.actor}
    >
      {(control) => <Input {...control} {...form.register("actor")} />}
    </Field>
  );
}

interface PayloadFieldProps {
  form: TestForm;
  workflowId: string;
  example: ExampleEvent["payload"];
}

function PayloadField({ form, workflowId, example }: PayloadFieldProps) {
  return (
    <>
      <SamplePicker
        workflowId={workflowId}
        example={example}
        payload={form.watch("payload")}
        onChange={(text) => setTestValue(form, "payload", text)}
      />
      <Controller
        control={form.control}
        name="payload"
        render={({ field }) => (
          <PayloadEditor
            ref={field.ref}
            title="Payload"
            label="Payload"
            error={form.formState.errors.payload}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}

const LIVE = { kind: "live", skipDelays: false } as const;

function nameOf(recipient: RecipientKind, subscriber: PickerItem | null, size: string | undefined): string {
  if (recipient === "me") return "me";
  if (recipient === "subscriber") return subscriber?.text ?? "a subscriber";
  return size ?? "a topic";
}

function Result({ result }: { result: TriggerResult }) {
  const accepted = result.status === "processed";
  const tone = accepted ? "bg-success-soft text-success" : "bg-danger-soft text-danger";
  return (
    <div className={`flex flex-col gap-2 rounded-md px-3 py-2 wrap-anywhere ${tone}`}>
      <p>{STATUS_TEXTS[result.status]}</p>
      {result.error?.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {accepted && result.transactionId && (
        <Link
          to="/activity"
          search={{ transactionId: result.transactionId }}
          className={buttonClass("secondary", "self-start")}
        >
          See the run
        </Link>
      )}
    </div>
  );
}
