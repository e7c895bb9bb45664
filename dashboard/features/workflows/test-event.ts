import type { z } from "zod";
import type { Trigger } from "#client/client.ts";
import type { ExampleEvent } from "./event-snippets.ts";
import type { testEventForm } from "./test-event-form.ts";

/** A recipient whose fields the event brings along, so that an unknown one can be reached. */
export interface TestRecipient {
  subscriberId: string;
  email: string | undefined;
  firstName: string | undefined;
}

/** Returns the event for the form's values; `me` is the recipient where the form names that id. */
export function testEvent(
  example: ExampleEvent,
  values: z.output<ReturnType<typeof testEventForm>>,
  me: TestRecipient,
): Trigger {
  return {
    name: example.name,
    to: values.subscriberId === me.subscriberId ? me : values.subscriberId,
    payload: values.payload,
    ...(example.tenant ? { tenant: { identifier: values.tenant } } : {}),
    ...(example.actor ? { actor: { subscriberId: values.actor } } : {}),
  };
}
