import type {
  GlobalPreference,
  UpdateGlobalPreference,
  UpdateWorkflowPreference,
  WorkflowPreference,
} from "#contract/preferences.ts";
import type {
  BulkSubscribersResult,
  CreateSubscriber,
  SetCredentials,
  Subscriber,
  SubscriberPage,
  UpdateSubscriber,
} from "#contract/subscribers.ts";
import { type CallOptions, type Http, segment } from "../http.ts";

/** People who are notified, by the customer's own ids. */
export class Subscribers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page; `page` counts from 0. */
  list(query: { page?: number; limit?: number } = {}, options: CallOptions = {}): Promise<SubscriberPage> {
    return this.#http.page("/subscribers", { ...options, query });
  }

  get(subscriberId: string, options: CallOptions = {}): Promise<Subscriber> {
    return this.#http.one("GET", subscriberPath(subscriberId), options);
  }

  /** Creates a subscriber, or changes the given fields of the one that has this id. */
  upsert(subscriber: CreateSubscriber, options: CallOptions = {}): Promise<Subscriber> {
    return this.#http.one("POST", "/subscribers", { ...options, body: subscriber });
  }

  /** Creates or changes up to 500 subscribers. The result names those that failed. */
  upsertBulk(subscribers: readonly CreateSubscriber[], options: CallOptions = {}): Promise<BulkSubscribersResult> {
    return this.#http.one("POST", "/subscribers/bulk", { ...options, body: { subscribers } });
  }

  /** Changes the given fields of a subscriber that exists. */
  update(subscriberId: string, changes: UpdateSubscriber, options: CallOptions = {}): Promise<Subscriber> {
    return this.#http.one("PUT", subscriberPath(subscriberId), { ...options, body: changes });
  }

  delete(subscriberId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.nothing("DELETE", subscriberPath(subscriberId), options);
  }

  /** Sets where a chat or push provider reaches the subscriber. */
  setCredentials(subscriberId: string, credentials: SetCredentials, options: CallOptions = {}): Promise<Subscriber> {
    return this.#http.one("PUT", `${subscriberPath(subscriberId)}/credentials`, { ...options, body: credentials });
  }

  deleteCredentials(subscriberId: string, providerId: string, options: CallOptions = {}): Promise<void> {
    const path = `${subscriberPath(subscriberId)}/credentials/${segment("providerId", providerId)}`;
    return this.#http.nothing("DELETE", path, options);
  }

  /** Returns what the subscriber receives of each workflow; of all five channels with `includeInactiveChannels`. */
  preferences(
    subscriberId: string,
    query: { includeInactiveChannels?: boolean } = {},
    options: CallOptions = {},
  ): Promise<WorkflowPreference[]> {
    return this.#http.one("GET", `${subscriberPath(subscriberId)}/preferences`, { ...options, query });
  }

  /** Changes what the subscriber receives of one workflow. */
  updatePreference(
    subscriberId: string,
    workflowId: string,
    changes: UpdateWorkflowPreference,
    options: CallOptions = {},
  ): Promise<WorkflowPreference> {
    const path = `${subscriberPath(subscriberId)}/preferences/${segment("workflowId", workflowId)}`;
    return this.#http.one("PATCH", path, { ...options, body: changes });
  }

  /** Changes what the subscriber receives of all workflows. */
  updateGlobalPreference(
    subscriberId: string,
    changes: UpdateGlobalPreference,
    options: CallOptions = {},
  ): Promise<GlobalPreference> {
    const path = `${subscriberPath(subscriberId)}/preferences`;
    return this.#http.one("PATCH", path, { ...options, body: changes });
  }
}

const subscriberPath = (subscriberId: string) => `/subscribers/${segment("subscriberId", subscriberId)}`;
