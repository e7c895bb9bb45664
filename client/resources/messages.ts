import type { Channel } from "#contract/constants/channels.ts";
import type { MessagePage } from "#contract/messages.ts";
import { type CallOptions, type Http, segment } from "../http.ts";

export interface MessageFilter {
  page?: number;
  limit?: number;
  channel?: Channel;
  subscriberId?: string;
  transactionIds?: readonly string[];
}

/** Messages of all channels. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page, newest first; `page` counts from 0. */
  list({ transactionIds, ...filter }: MessageFilter = {}, options: CallOptions = {}): Promise<MessagePage> {
    return this.#http.page("/messages", { ...options, query: { ...filter, transactionId: transactionIds } });
  }

  delete(messageId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.nothing("DELETE", `/messages/${segment("messageId", messageId)}`, options);
  }

  /** Deletes all messages of an event, or those of one channel. */
  deleteByTransaction(
    transactionId: string,
    query: { channel?: Channel } = {},
    options: CallOptions = {},
  ): Promise<void> {
    const path = `/messages/transaction/${segment("transactionId", transactionId)}`;
    return this.#http.nothing("DELETE", path, { ...options, query });
  }
}
