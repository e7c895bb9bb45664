import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import type { Trigger } from "#client/client.ts";
import type { TriggerResult } from "#contract/events.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Field, INPUT_CLASS, Input } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { NavigationBlocker } from "../../components/navigation-blocker.tsx";
import { useSchemaResolver } from "../../components/use-schema-resolver.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useKeptForm } from "../../kept-form.ts";
import { STATUS_TEXTS } from "../../trigger-status.ts";
import type { ExampleEvent } from "./event-snippets.ts";
import { type TestRecipient, testEvent } from "./test-event.ts";

/** The form's field for each field of the event. */
const FIELDS = { to: "subscriberId", payload: "payload", tenant: "tenant", actor: "actor" } as const;

interface SendTestProps<C> {
  example: ExampleEvent;
  mutation: UseMutationOptions<TriggerResult, Error, Trigger, C>;
  /** The member as a recipient. */
  me: TestRecipient;
  /** Called with the transactionId of an event that was accepted. */
  onSent: (transactionId: string) => void;
}

/** Triggers the workflow for one subscriber, as a server would, and links to the run. */
export function SendTest<C>({ example, mutation, me, onSent }: SendTestProps<C>) {
  const resolver = useSchemaResolver(() =>
    import("./test-event-form.ts").then(({ testEventForm }) => testEventForm(example)),
  );
  const form = useForm({
    resolver,
    values: { subscriberId: "", tenant: "", actor: "", payload: JSON.stringify(example.payload, null, 2) },
    // Another example, as after a save of the steps, takes the place of what nobody has changed.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, watch, reset, getValues, setValue, formState } = form;
  useKeptForm(`test/${example.name}`, form);
  const { errors, isDirty } = formState;
  const send = useMutation(mutation);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (values) => {
      const { status, transactionId } = await send.mutateAsync(testEvent(example, values, me));
      // The run has the payload, so the form can be left without confirmation, also at once.
      flushSync(() => reset(getValues()));
      if (status === "processed" && transactionId) onSent(transactionId);
    },
    fields: FIELDS,
  });
  const lines = watch("payload").split("\n").length;

  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-4">
      <NavigationBlocker dirty={isDirty} />
      <Field
        label="Subscriber id"
        hint="The recipient. An unknown id creates a subscriber."
        error={errors.subscriberId}
      >
        {(control) => (
          <span className="flex gap-2">
            <Input {...control} {...register("subscriberId")} />
            <Button
              onClick={() => setValue("subscriberId", me.subscriberId, { shouldDirty: true, shouldValidate: true })}
            >
              Me
            </Button>
          </span>
        )}
      </Field>
      {example.tenant && (
        <Field label="Tenant identifier" hint="The templates use the tenant." error={errors.tenant}>
          {(control) => <Input {...control} {...register("tenant")} />}
        </Field>
      )}
      {example.actor && (
        <Field label="Actor's subscriber id" hint="The templates use the acting subscriber." error={errors.actor}>
          {(control) => <Input {...control} {...register("actor")} />}
        </Field>
      )}
      <Field label="Payload" hint="JSON with the values that the templates use." error={errors.payload}>
        {(control) => (
          <textarea
            {...control}
            {...register("payload")}
            rows={Math.min(16, Math.max(5, lines + 1))}
            spellCheck={false}
            className={`${INPUT_CLASS} font-mono text-xs leading-5`}
          />
        )}
      </Field>
      <FormError errors={errors} />
      <div>
        <Button type="submit" variant="primary" pending={isPending}>
          Send test
        </Button>
      </div>
      <div role="status">{send.data && <Result result={send.data} />}</div>
    </form>
  );
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
