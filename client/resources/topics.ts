import type { CreateTopic, Topic, TopicCreated, TopicMembersAdded, TopicPage } from "#contract/topics.ts";
import { type CallOptions, type Http, segment } from "../http.ts";

/** Named groups of subscribers that an event can be sent to. */
export class Topics {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a topic. Rejects with status 409 when one has this key. */
  create(topic: CreateTopic, options: CallOptions = {}): Promise<TopicCreated> {
    return this.#http.one("POST", "/topics", { ...options, body: topic });
  }

  /** Returns one page of at most 10 topics; `page` counts from 0. */
  list(query: { page?: number; pageSize?: number; key?: string } = {}, options: CallOptions = {}): Promise<TopicPage> {
    return this.#http.page("/topics", { ...options, query });
  }

  get(key: string, options: CallOptions = {}): Promise<Topic> {
    return this.#http.one("GET", topicPath(key), options);
  }

  rename(key: string, name: string, options: CallOptions = {}): Promise<Topic> {
    return this.#http.one("PATCH", topicPath(key), { ...options, body: { name } });
  }

  /** Deletes a topic without members. Rejects with status 409 while it has any. */
  delete(key: string, options: CallOptions = {}): Promise<void> {
    return this.#http.nothing("DELETE", topicPath(key), options);
  }

  /** Adds subscribers; creates the topic when there is none with this key. The result names ids that nobody has. */
  addSubscribers(key: string, subscriberIds: readonly string[], options: CallOptions = {}): Promise<TopicMembersAdded> {
    const body = { subscribers: subscriberIds };
    return this.#http.one("POST", `${topicPath(key)}/subscribers`, { ...options, body });
  }

  removeSubscribers(key: string, subscriberIds: readonly string[], options: CallOptions = {}): Promise<void> {
    const body = { subscribers: subscriberIds };
    return this.#http.nothing("POST", `${topicPath(key)}/subscribers/removal`, { ...options, body });
  }
}

const topicPath = (key: string) => `/topics/${segment("key", key)}`;
