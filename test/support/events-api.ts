import { expect } from "vitest";
import type { EventStatus } from "#contract/events.ts";
import type { EventRef } from "#engine/refs.ts";
import { apiWithRunner } from "./api-with-runner.ts";
import { aWorkflow } from "./event.ts";

/** The calls of the API that trigger events, show, cancel and resume them, for all tests of a file. */
export async function eventsApi() {
  const { api, environment, runner } = await apiWithRunner();

  const post = (path: string, payload: unknown, headers: Record<string, string> = environment.headers) =>
    api.app.inject({
      method: "POST",
      url: `/v1/events/${path}`,
      headers: { ...headers, "content-type": "application/json" },
      payload: JSON.stringify(payload),
    });

  const request = (method: "GET" | "POST" | "DELETE", path: string) =>
    api.app.inject({ method, url: `/v1/events/trigger/${path}`, headers: environment.headers });

  function lastStarted(): EventRef {
    const start = api.started.at(-1);
    if (!start) throw new Error("No execution was started");
    return start.event;
  }

  return {
    api,
    environment,
    runner,
    post,
    request,
    lastStarted,
    workflowOf: (steps: object[], settings: object = {}) => aWorkflow(api.db, environment, steps, settings),

    /** Triggers the workflow for these recipients. Returns the event as the engine was given it. */
    async triggered({ identifier }: { identifier: string }, to: unknown = "ada"): Promise<EventRef> {
      const reply = await post("trigger", { name: identifier, to });
      expect(reply.json().data).toMatchObject({ status: "processed" });
      const event = lastStarted();
      if (event.transactionId !== reply.json().data.transactionId) throw new Error("It was not started");
      return event;
    },

    statusOf: async (transactionId: string): Promise<EventStatus> => (await request("GET", transactionId)).json().data,
    cancel: async (transactionId: string) => (await request("DELETE", transactionId)).json(),

    /** The rows of the events of this transactionId with their contents, of all environments. */
    eventsOf: (transactionId: string) =>
      api.db.$client`
        select * from events e join event_contents c on c.event_id = e.id where e.transaction_id = ${transactionId}`,
  };
}
