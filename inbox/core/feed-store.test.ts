import { expect, test } from "vitest";
import type { InAppMessage } from "#contract/messages.ts";
import { aMessage } from "../testing/fake-server.ts";
import { createFeedStore } from "./feed-store.ts";
import { createPendingMarks } from "./marks.ts";

function aFeed(server: { messages: InAppMessage[]; fail?: boolean; unreadable?: string[] }) {
  const asked: string[] = [];
  const pending = createPendingMarks();
  const feed = createFeedStore(
    {},
    {
      pending,
      onError: () => undefined,
      api: {
        async feed(_query, page, limit) {
          asked.push(`${page}/${limit}`);
          if (server.fail) throw new Error("no answer");
          const entries = server.messages.slice(page * limit, (page + 1) * limit);
          const messages = entries.filter(({ _id }) => !server.unreadable?.includes(_id));
          return { messages, size: entries.length, hasMore: server.messages.length > (page + 1) * limit };
        },
      },
    },
  );
  const ids = () => feed.store.getState().messages.map(({ _id }) => _id);
  return { feed, asked, ids, pending, status: () => feed.store.getState().status };
}

const messages = (count: number, prefix = "m") =>
  Array.from({ length: count }, (_, index) => aMessage(`${prefix}${index}`, {}, index));

test("nothing is fetched before the feed is loaded, not even when something happens", async () => {
  const { feed, asked, status } = aFeed({ messages: messages(1) });
  await feed.refresh();
  expect(asked).toEqual([]);
  expect(status()).toBe("idle");
});

test("entries that cannot be read as messages do not stop the pages after them", async () => {
  const { feed, asked, ids } = aFeed({ messages: messages(60), unreadable: ["m3", "m30"] });
  await feed.load();
  await feed.loadMore();
  await feed.loadMore();
  expect(asked).toEqual(["0/25", "1/25", "2/25"]);
  expect(ids()).toHaveLength(58);
  await feed.refresh();
  expect(ids()).toHaveLength(58);
});

test("a feed loads its first page and then page after page", async () => {
  const { feed, asked, ids, status } = aFeed({ messages: messages(60) });
  const loading = feed.load();
  await Promise.resolve();
  expect(status()).toBe("loading");
  await loading;
  expect(status()).toBe("ready");
  expect(ids()).toHaveLength(25);
  const more = feed.loadMore();
  await Promise.resolve();
  expect(status()).toBe("loading-more");
  await more;
  await feed.loadMore();
  await feed.loadMore();
  expect(asked).toEqual(["0/25", "1/25", "2/25"]);
  expect(ids()).toEqual(messages(60).map(({ _id }) => _id));
  expect(feed.store.getState().hasMore).toBe(false);
});

test("a message that arrives between two pages makes none appear twice", async () => {
  const server = { messages: messages(40) };
  const { feed, ids } = aFeed(server);
  await feed.load();
  server.messages = [aMessage("new", {}, -1), ...server.messages];
  await feed.loadMore();
  expect(new Set(ids()).size).toBe(ids().length);
  expect(ids()).toHaveLength(40);
});

test("a refresh keeps as many messages as were shown, and the old ones while it runs", async () => {
  const server = { messages: messages(60) };
  const { feed, asked, ids, status } = aFeed(server);
  await feed.load();
  await feed.loadMore();
  server.messages = [aMessage("new", {}, -1), ...server.messages];
  const refreshing = feed.refresh();
  await Promise.resolve();
  expect(status()).toBe("refreshing");
  expect(ids()).toHaveLength(50);
  await refreshing;
  expect(asked.at(-1)).toBe("0/50");
  expect(ids()).toHaveLength(50);
  expect(ids()[0]).toBe("new");
});

test("a long list is fetched anew in calls of at most a hundred", async () => {
  const { feed, asked, ids } = aFeed({ messages: messages(150) });
  await feed.load();
  for (let page = 1; page < 5; page += 1) await feed.loadMore();
  await feed.refresh();
  expect(asked.slice(-2)).toEqual(["0/100", "1/100"]);
  expect(ids()).toHaveLength(125);
  expect(feed.store.getState().hasMore).toBe(true);
});

test("refreshes asked for in a burst become one", async () => {
  const { feed, asked } = aFeed({ messages: messages(1) });
  await Promise.all([feed.load(), feed.load(), feed.load()]);
  expect(asked).toHaveLength(1);
});

test("messages that arrive while the list is held are listed once they are shown", async () => {
  const server = { messages: messages(3) };
  const { feed, ids } = aFeed(server);
  await feed.load();
  feed.hold(true);
  server.messages = [aMessage("new", {}, -1), ...server.messages];
  await feed.refresh();
  expect(ids()).toEqual(["m0", "m1", "m2"]);
  expect(feed.store.getState().newMessages.map(({ _id }) => _id)).toEqual(["new"]);
  feed.showNew();
  expect(ids()).toEqual(["new", "m0", "m1", "m2"]);
  expect(feed.store.getState().newMessages).toEqual([]);
});

test("a failed load is an error that loading again repairs", async () => {
  const server = { messages: messages(2), fail: true };
  const { feed, ids, status } = aFeed(server);
  await feed.load();
  expect(status()).toBe("error");
  server.fail = false;
  await feed.load();
  expect(status()).toBe("ready");
  expect(ids()).toHaveLength(2);
});

test("a failed refresh keeps the messages on display", async () => {
  const server = { messages: messages(2), fail: false };
  const { feed, ids, status } = aFeed(server);
  await feed.load();
  server.fail = true;
  await feed.refresh();
  expect(status()).toBe("error");
  expect(ids()).toHaveLength(2);
});

test("a mark under way outlives a refresh that does not know of it yet", async () => {
  const { feed, pending } = aFeed({ messages: messages(1) });
  await feed.load();
  const mark = { matches: ({ _id }: InAppMessage) => _id === "m0", flags: { seen: true, read: true } };
  pending.add(mark);
  await feed.refresh();
  expect(feed.store.getState().messages[0]).toMatchObject({ seen: true, read: true });
  pending.remove(mark);
  feed.publish();
  expect(feed.store.getState().messages[0]).toMatchObject({ seen: false, read: false });
});

test("an answer that belongs to a session that has ended is dropped", async () => {
  const { feed, ids, status } = aFeed({ messages: messages(2) });
  const loading = feed.load();
  await Promise.resolve();
  feed.reset();
  await loading;
  expect(ids()).toEqual([]);
  expect(status()).toBe("idle");
});
