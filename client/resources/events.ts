import type { EventStatus, ResumedEvent, TriggerBroadcast, TriggerEvent, TriggerResult } from "#contract/events.ts";
import type { SendSignal, SignalResult } from "#contract/signals.ts";
import type { CreateSubscriber } from "#contract/subscribers.ts";
import { type CallOptions, type Http, segment } from "../http.ts";

/** One recipient: a subscriber's id, a subscriber to store or update first, or a topic without the subscribers that it excludes. */
export type Recipient = string | CreateSubscriber | { type: "Topic"; topicKey: string; exclude?: readonly string[] };

/** An event for named recipients. */
export type Trigger = Omit<TriggerEvent, "to"> & { to: Recipient | readonly Recipient[] };

/**
 * Starts workflows. An event without a `transactionId` gets one here, and keeps it when the call is repeated: the server
 * stores it once however often it arrives. With an `idempotencyKey` of the caller the server derives it from that.
 */
export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Triggers the workflow with this identifier. */
  trigger(event: Trigger, options: CallOptions = {}): Promise<TriggerResult> {
    return this.#http.one("POST", "/events/trigger", { ...options, body: identified(event, options) });
  }

  /** Triggers up to 100 events. Each has a result of its own, in their order, which may be an error. */
  bulk(events: readonly Trigger[], options: CallOptions = {}): Promise<TriggerResult[]> {
    const body = { events: events.map((event) => identified(event, options)) };
    return this.#http.one("POST", "/events/trigger/bulk", { ...options, body });
  }

  /** Triggers the workflow for every subscriber of the environment. */
  broadcast(event: TriggerBroadcast, options: CallOptions = {}): Promise<TriggerResult> {
    const body = identified(event, options);
    return this.#http.one("POST", "/events/trigger/broadcast", { ...options, body });
  }

  /** Has the runs of a subscriber look that wait for this signal. Returns how many there are. */
  signal(signal: SendSignal, options: CallOptions = {}): Promise<SignalResult> {
    return this.#http.one("POST", "/events/signal", { ...options, body: signal });
  }

  /** Returns the state of an event, counted by jobs. */
  status(transactionId: string, options: CallOptions = {}): Promise<EventStatus> {
    return this.#http.one("GET", eventPath(transactionId), options);
  }

  /**
   * Cancels what of an event has not begun. Returns false when there was nothing to cancel, which is also so when an
   * earlier attempt of the same call did it and its answer was lost.
   */
  cancel(transactionId: string, options: CallOptions = {}): Promise<boolean> {
    return this.#http.one("DELETE", eventPath(transactionId), options);
  }

  /** Starts again what of an event failed or was stopped. What was sent is not sent again. */
  resume(transactionId: string, options: CallOptions = {}): Promise<ResumedEvent> {
    return this.#http.one("POST", `${eventPath(transactionId)}/resume`, options);
  }
}

const eventPath = (transactionId: string) => `/events/trigger/${segment("transactionId", transactionId)}`;

/** Leaves an event of a call that the caller may repeat as it is: with another id it would be another body under the same key. */
function identified<Event extends { transactionId?: string | null | undefined }>(
  event: Event,
  { idempotencyKey }: CallOptions,
): Event {
  if (idempotencyKey !== undefined) return event;
  return { ...event, transactionId: event.transactionId ?? globalThis.crypto.randomUUID() };
}
