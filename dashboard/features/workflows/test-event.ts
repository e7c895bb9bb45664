import type { z } from "zod";
import type { Trigger } from "#client/client.ts";
import type { testEventForm } from "./test-event-form.ts";
import type { ExampleEvent } from "./trigger-example.ts";

/** Returns the event for the form's values. */
export function testEvent(example: ExampleEvent, values: z.output<ReturnType<typeof testEventForm>>): Trigger {
  return {
    name: example.name,
    to: values.subscriberId,
    payload: values.payload,
    ...(example.tenant ? { tenant: { identifier: values.tenant } } : {}),
    ...(example.actor ? { actor: { subscriberId: values.actor } } : {}),
  };
}
