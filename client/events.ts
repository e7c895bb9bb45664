import type { Call } from "./call.ts";
import { TimeoutError } from "./errors.ts";
import type { CallOptions } from "./http.ts";
import { Events as GeneratedEvents } from "./resources.gen.ts";
import { pauseFor } from "./retry.ts";
import { uuid } from "./secure-context.ts";
import type { Answer, Body } from "./types.ts";

/** One recipient: a subscriber's id, a subscriber to store or update first, or a topic without the subscribers that it excludes. */
export type Recipient =
  | string
  | Body<"saveSubscriber">
  | { type: "Topic"; topicKey: string; exclude?: readonly string[] };

/** An event for named recipients, without the workflow that it triggers. */
export type TriggerPayload = Omit<Body<"triggerEvent">, "name" | "to" | "bridgeUrl"> & {
  to: Recipient | readonly Recipient[];
  /** Address of the workflow's code: it is looked up there instead of in the environment. */
  bridgeUrl?: string | undefined;
};

/** An event with the identifier of the workflow that it triggers. */
export type Trigger = TriggerPayload & { name: string };

export interface WaitOptions extends Pick<CallOptions, "signal" | "environmentId"> {
  /** Milliseconds to wait at most; 60,000 by default. */
  waitMs?: number;
}

/** Pauses between two looks at an event double from the first to the second of these, in milliseconds. */
const SHORTEST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 5_000;

/**
 * Starts workflows. An event without a `transactionId` gets one here, and keeps it when the call is repeated: the server
 * stores it once however often it arrives. With an `idempotencyKey` of the caller the server derives it from that.
 */
export class Events extends GeneratedEvents {
  /** Triggers the workflow with this identifier. */
  override trigger(name: string, event: TriggerPayload, options: CallOptions = {}): Call<Answer<"triggerEvent">> {
    return super.trigger(name, identified(event, options), options);
  }

  /** Triggers up to 100 events; the result has an entry for each, also for those that were refused. */
  override bulkTrigger(events: Trigger[], options: CallOptions = {}): Call<Answer<"triggerEvents">> {
    return super.bulkTrigger(
      events.map((event) => identified(event, options)),
      options,
    );
  }

  /** Triggers the workflow for every subscriber of the environment. */
  override broadcast(
    name: string,
    event: Omit<Body<"broadcastEvent">, "name"> = {},
    options: CallOptions = {},
  ): Call<Answer<"broadcastEvent">> {
    return super.broadcast(name, identified(event, options), options);
  }

  /**
   * Waits until an event is completed, cancelled or stopped, and returns its status. Rejects with a {@link TimeoutError} when
   * that takes longer than `waitMs`. An event whose workflow waits for days takes days.
   */
  async waitFor(transactionId: string, { waitMs = 60_000, ...options }: WaitOptions = {}): Promise<Answer<"getEvent">> {
    const deadline = Date.now() + waitMs;
    for (let pause = SHORTEST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
      const status = await this.status(transactionId, options);
      if (status.state !== "accepted" && status.state !== "running") return status;
      const left = deadline - Date.now();
      if (left <= 0) {
        throw new TimeoutError(
          `The event ${transactionId} was still ${status.state} after ${waitMs} ms: set waitMs higher`,
        );
      }
      await pauseFor(Math.min(pause, left), options.signal);
    }
  }
}

/** Leaves an event of a call that the caller may repeat as it is: with another id it would be another body under the same key. */
function identified<Event extends { transactionId?: string | null | undefined }>(
  event: Event,
  { idempotencyKey }: CallOptions,
): Event {
  if (idempotencyKey !== undefined) return event;
  return { ...event, transactionId: event.transactionId ?? uuid() };
}
