import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { TriggerStatus } from "#contract/constants/statuses.ts";
import type { TriggerEvent, TriggerResult } from "#contract/events.ts";
import { SubscriberId } from "#contract/subscribers.ts";
import type { Workflow } from "#contract/workflows.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Field, INPUT_CLASS, Input } from "../../components/field.tsx";
import { ApiError, errorText } from "../../http.ts";
import { exampleEvent } from "./trigger-example.ts";

const STATUS_WORDS: Record<TriggerStatus, string> = {
  processed: "Accepted. The run starts at once.",
  trigger_not_active: "Not sent: the workflow is inactive. Activate it and send again.",
  no_workflow_steps_defined: "Not sent: the workflow has no steps.",
  no_workflow_active_steps_defined: "Not sent: none of the workflow's steps is active.",
  no_tenant_found: "Not sent: this environment has no tenant with that identifier.",
  invalid_recipients: "Not sent: the subscriber id may hold letters, digits, underscores and hyphens only.",
  error: "Not sent.",
};

interface SendTestProps {
  workflow: Workflow;
  onSend: (event: TriggerEvent) => Promise<TriggerResult>;
}

/** Triggers the workflow for one subscriber, as a server would, and leads to the run. */
export function SendTest({ workflow, onSend }: SendTestProps) {
  const [example] = useState(() => exampleEvent(workflow, Date.now()));
  const [subscriberId, setSubscriberId] = useState("");
  const [payload, setPayload] = useState(() => JSON.stringify(example.payload, null, 2));
  const [tenant, setTenant] = useState("");
  const [actor, setActor] = useState("");
  const [problems, setProblems] = useState<{ subscriberId?: string; payload?: string }>({});
  const [outcome, setOutcome] = useState<{ result: TriggerResult } | { problems: string[] }>();
  const [busy, setBusy] = useState(false);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const id = SubscriberId.safeParse(subscriberId);
    const body = parsePayload(payload);
    setProblems({
      ...(id.success ? {} : { subscriberId: "Enter a subscriber id of letters, digits, underscores and hyphens." }),
      ...(body.problem ? { payload: body.problem } : {}),
    });
    if (!id.success || body.problem) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      const result = await onSend({
        name: example.name,
        to: id.data,
        payload: body.value,
        ...(example.tenant ? { tenant: { identifier: tenant } } : {}),
        ...(example.actor ? { actor: { subscriberId: actor } } : {}),
      });
      setOutcome({ result });
    } catch (error) {
      setOutcome({ problems: error instanceof ApiError ? error.problems : [errorText(error)] });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-2xl flex-col gap-4">
      <Field
        label="Subscriber id"
        hint="Who receives it. An unknown id becomes a new subscriber."
        problem={problems.subscriberId}
      >
        {(control) => (
          <Input {...control} value={subscriberId} onChange={(event) => setSubscriberId(event.target.value)} />
        )}
      </Field>
      {example.tenant && (
        <Field label="Tenant identifier" hint="The templates use the tenant.">
          {(control) => <Input {...control} value={tenant} onChange={(event) => setTenant(event.target.value)} />}
        </Field>
      )}
      {example.actor && (
        <Field label="Actor's subscriber id" hint="The templates use the acting subscriber.">
          {(control) => <Input {...control} value={actor} onChange={(event) => setActor(event.target.value)} />}
        </Field>
      )}
      <Field label="Payload" hint="JSON with the values that the templates use." problem={problems.payload}>
        {(control) => (
          <textarea
            {...control}
            rows={Math.min(16, Math.max(5, payload.split("\n").length + 1))}
            spellCheck={false}
            className={`${INPUT_CLASS} font-mono text-xs leading-5`}
            value={payload}
            onChange={(event) => setPayload(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "Sending" : "Send test"}
        </Button>
      </div>
      <div role="status">
        {outcome &&
          ("result" in outcome ? <Result result={outcome.result} /> : <Refusal problems={outcome.problems} />)}
      </div>
    </form>
  );
}

function parsePayload(text: string): { value: Record<string, unknown>; problem?: string } {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: { ...value } };
    return { value: {}, problem: "The payload must be a JSON object, such as {}." };
  } catch (error) {
    return { value: {}, problem: `This is not valid JSON: ${errorText(error)}` };
  }
}

function Result({ result }: { result: TriggerResult }) {
  const accepted = result.status === "processed";
  return (
    <Notice good={accepted}>
      <p>{STATUS_WORDS[result.status]}</p>
      {result.error?.map((problem) => (
        <p key={problem}>{problem}</p>
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
    </Notice>
  );
}

function Refusal({ problems }: { problems: string[] }) {
  return (
    <Notice good={false}>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Notice>
  );
}

function Notice({ good, children }: { good: boolean; children: ReactNode }) {
  const tone = good ? "bg-success-soft text-success" : "bg-danger-soft text-danger";
  return <div className={`flex flex-col gap-2 rounded-md px-3 py-2 wrap-anywhere ${tone}`}>{children}</div>;
}
