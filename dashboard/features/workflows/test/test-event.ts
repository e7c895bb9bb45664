import type { z } from "zod";
import type { Trigger } from "#client/client.ts";
import type { ExampleEvent } from "../event-snippets.ts";
import type { TestChoice } from "./test-choices.ts";
import type { testEventForm } from "./test-event-form.ts";

/** A recipient whose fields the event brings along, so that an unknown one can be reached. */
export interface TestRecipient {
  subscriberId: string;
  email: string | undefined;
  firstName: string | undefined;
}

type Values = z.output<ReturnType<typeof testEventForm>>;

/** Returns the event for the form's values. */
export function testEvent(
  example: ExampleEvent,
  values: Values,
  { me, choice }: { me: TestRecipient; choice: TestChoice },
): Trigger {
  const dryRun = choice.kind === "dry";
  return {
    name: example.name,
    to: recipientOf(values, me),
    payload: values.payload,
    ...(example.tenant ? { tenant: { identifier: values.tenant } } : {}),
    ...(values.actor === "" ? {} : { actor: { subscriberId: values.actor } }),
    ...((dryRun || choice.skipDelays) && { testMode: { dryRun, skipDelays: choice.skipDelays } }),
  };
}

function recipientOf({ recipient, subscriber, topic }: Values, me: TestRecipient): Trigger["to"] {
  if (recipient === "topic") return { type: "Topic", topicKey: topic?.id ?? "" };
  if (recipient === "me" || subscriber?.id === me.subscriberId) return me;
  return subscriber?.id ?? "";
}
