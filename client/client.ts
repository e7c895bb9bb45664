import { Events } from "./events.ts";
import { createHttp } from "./http.ts";
import { type BelfryOptions, type KeyedOptions, settingsOf } from "./options.ts";
import { Resources } from "./resources.gen.ts";

export type { Call, WithResponse } from "./call.ts";
export {
  BadGatewayError,
  BadRequestError,
  BelfryError,
  ConnectionError,
  ForbiddenError,
  GatewayTimeoutError,
  HttpError,
  InternalServerError,
  NotFoundError,
  NotImplementedError,
  RedirectError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
} from "./errors.ts";
export type { Recipient, Trigger, TriggerPayload, WaitOptions } from "./events.ts";
export type { CallOptions, UploadedContent } from "./http.ts";
export type { List, Page } from "./list.ts";
export type { BelfryOptions, KeyedOptions } from "./options.ts";
export { defaultRetryCondition, type RetryConfig } from "./retry.ts";
export { createContextHash, createSubscriberHash } from "./subscriber-hash.ts";
export type { Answer, Body, Query } from "./types.ts";
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./verify-webhook.ts";

/**
 * The client of Belfry's API. With a secret key, keep it on servers: whoever has the key can send to all subscribers.
 *
 * Methods return what the API has under `data`, lists with their paging fields; a list can be iterated by `for await` as well, over
 * all its pages. They reject with a {@link BelfryError}, and throw a `TypeError` at once for an id that cannot be one.
 */
export class Belfry extends Resources {
  override readonly events: Events;

  /** Takes the key from the environment variable BELFRY_SECRET_KEY where no argument has one. Throws when there is none. */
  constructor(options?: BelfryOptions);
  constructor(secretKey: string, options?: KeyedOptions);
  constructor(first?: string | BelfryOptions, second?: KeyedOptions) {
    const http = createHttp(settingsOf(first, second));
    super(http);
    this.events = new Events(http);
  }

  /** Triggers the workflow with this identifier: `events.trigger`. */
  trigger(...args: Parameters<Events["trigger"]>): ReturnType<Events["trigger"]> {
    return this.events.trigger(...args);
  }

  /** Triggers up to 100 events: `events.bulkTrigger`. */
  bulkTrigger(...args: Parameters<Events["bulkTrigger"]>): ReturnType<Events["bulkTrigger"]> {
    return this.events.bulkTrigger(...args);
  }

  /** Triggers the workflow for every subscriber of the environment: `events.broadcast`. */
  broadcast(...args: Parameters<Events["broadcast"]>): ReturnType<Events["broadcast"]> {
    return this.events.broadcast(...args);
  }
}
