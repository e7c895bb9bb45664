import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { createInbox, type Inbox } from "#inbox/core/inbox.ts";
import type { Notification } from "#inbox/core/types.ts";
import { startCutProxy } from "./cut-proxy.ts";
import { eventually } from "./processes.ts";
import { randomFrom } from "./random.ts";
import { createApi, type TestApi } from "./rest.ts";
import type { SharedProduct } from "./shared-product.ts";

/* Many inboxes in one process, of a running product: what their subscribers see has to be what the API says. */

/** How many sockets of this process have joined: what happens before is fetched, and not announced. */
let joined = 0;

class CountedSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on("message", (frame) => (joined += /"event":\s*"joined"/.test(String(frame)) ? 1 : 0));
  }
}

/** Gives this process what the inbox takes from a browser. */
export function asBrowser(): void {
  vi.stubGlobal("WebSocket", CountedSocket);
}

/** A workflow with one in-app step. Returns its identifier. */
const createInAppWorkflow = (api: TestApi, name: string): Promise<string> =>
  api.workflow(name, [{ template: { type: "in_app", content: "News {{n}}" } }]);

function openInbox(product: SharedProduct, subscriberId: string, apiUrl = product.dev.apiUrl): Inbox {
  const { applicationIdentifier } = product.dev;
  const inbox = createInbox({ applicationIdentifier, subscriberId, apiUrl, onError: () => undefined });
  inbox.start();
  return inbox;
}

const shownBy = (inbox: Inbox): Notification[] => inbox.feed().store.getState().notifications;

const Page = z.object({
  data: z.array(z.looseObject({ id: z.string(), isRead: z.boolean(), isSeen: z.boolean(), isArchived: z.boolean() })),
  hasMore: z.boolean(),
});
type Row = z.infer<typeof Page>["data"][number];

/** The state of a subscriber's inbox by the API: ids with their marks, newest first, and how many are unread. */
async function stateOf({ dev }: SharedProduct, subscriberId: string) {
  const rows: string[] = [];
  let unread = 0;
  for (let offset = 0, hasMore = true; hasMore; offset += 100) {
    const query = `archived=false&snoozed=false&limit=100&offset=${offset}`;
    const address = `${dev.apiUrl}/v2/subscribers/${subscriberId}/notifications?${query}`;
    const reply = await fetch(address, { headers: { authorization: `ApiKey ${dev.apiKey}` } });
    const page = Page.parse(await reply.json());
    rows.push(...page.data.map(rowOf));
    unread += page.data.filter(({ isRead }) => !isRead).length;
    hasMore = page.hasMore;
  }
  return { rows, unread };
}

const rowOf = ({ id, isRead, isSeen, isArchived }: Pick<Row, "id" | "isRead" | "isSeen" | "isArchived">) =>
  [id, isRead, isSeen, isArchived].join();

/** Waits until inboxes of one subscriber show what the API says: each notification with its marks, and the number of unread ones. */
async function expectAgreement(
  product: SharedProduct,
  subscriberId: string,
  inboxes: readonly Inbox[],
  withinMs: number,
) {
  await eventually(`the inboxes of ${subscriberId} show what the API says`, withinMs, async () => {
    const { rows, unread } = await stateOf(product, subscriberId);
    for (const inbox of inboxes) {
      const { hasMore } = inbox.feed().store.getState();
      if (hasMore) await inbox.feed().loadMore();
      expect({ rows: shownBy(inbox).map(rowOf), unread: inbox.counts.get(inbox.UNREAD) }).toEqual({ rows, unread });
    }
    return true;
  });
}

/** A broadcast while inboxes are open: 50 of one subscriber, and one each of `others`. All show it live, and agree with the API. */
export async function broadcastToOpenInboxes(product: SharedProduct, others: number): Promise<void> {
  const api = createApi(product.dev.apiUrl, product.dev.apiKey);
  const workflow = await createInAppWorkflow(api, `broadcast-to-${others}`);
  const ids = Array.from({ length: others }, (_, index) => `crowd-${index}`);
  await api.post("/subscribers", { subscriberId: "fan" });
  await api.post("/subscribers/bulk", { subscribers: ids.map((subscriberId) => ({ subscriberId })) });
  const joinedBefore = joined;
  const inboxes = [...Array.from({ length: 50 }, () => "fan"), ...ids].map((id) => ({
    id,
    inbox: openInbox(product, id),
  }));
  try {
    await Promise.all(inboxes.map(({ inbox }) => ready(inbox)));
    await eventually("all sockets have joined", 60_000, () => joined >= joinedBefore + inboxes.length);
    let live = 0;
    for (const { inbox } of inboxes) inbox.onNotification(() => (live += 1));
    await api.post("/events/trigger/broadcast", { name: workflow, payload: { n: 1 } });
    await eventually("every inbox was told", 60_000, () => live === inboxes.length).catch((error: unknown) => {
      throw new Error(`${live} of ${inboxes.length} inboxes were told`, { cause: error });
    });
    for (const id of new Set(inboxes.map((one) => one.id))) {
      const own = inboxes.filter((one) => one.id === id).map(({ inbox }) => inbox);
      await expectAgreement(product, id, own, 30_000);
    }
  } finally {
    for (const { inbox } of inboxes) inbox.logout();
  }
}

async function ready(inbox: Inbox): Promise<void> {
  await eventually("an inbox is open", 60_000, () => inbox.session.getState().status === "ready");
  await inbox.feed().load();
}

/**
 * Two tabs of one subscriber, each with a network of its own that is cut at random, mark at random while messages arrive. When
 * all are connected again, both show what the API says.
 */
export async function markFromTwoTabs(
  product: SharedProduct,
  forMs: number,
  seed: number,
): Promise<{ marks: number; cuts: number }> {
  const api = createApi(product.dev.apiUrl, product.dev.apiKey);
  const subscriberId = `tabs-${seed}`;
  const workflow = await createInAppWorkflow(api, subscriberId);
  const numbers = randomFrom(seed);
  const random = (below: number) => Math.floor(numbers() * below);
  const networks = await Promise.all([startCutProxy(product.dev.apiUrl), startCutProxy(product.dev.apiUrl)]);
  const tabs = networks.map(({ url }) => openInbox(product, subscriberId, url));
  const done = { marks: 0, cuts: 0 };
  try {
    await Promise.all(tabs.map(ready));
    for (let n = 0; n < 10; n += 1) await trigger(api, workflow, subscriberId, n);
    const end = Date.now() + forMs;
    while (Date.now() < end) {
      const which = random(2);
      const [tab, network] = [tabs[which], networks[which]];
      const choice = random(20);
      if (choice === 0) {
        network?.cut();
        done.cuts += 1;
      } else if (choice < 3) network?.restore();
      else if (choice < 5) await trigger(api, workflow, subscriberId, done.marks);
      else if (tab !== undefined && markSomething(tab, random)) done.marks += 1;
      await sleep(random(120));
    }
    for (const network of networks) network.restore();
    for (const tab of tabs) {
      tab.release();
      tab.refetch();
    }
    await expectAgreement(product, subscriberId, tabs, 60_000);
    return done;
  } finally {
    for (const tab of tabs) tab.logout();
    await Promise.all(networks.map((network) => network.close()));
  }
}

async function trigger(api: TestApi, name: string, to: string, n: number): Promise<void> {
  await api.trigger({ name, to, payload: { n } });
}

/** Does one of the things that a subscriber does; false when there is nothing to do it with. */
function markSomething(tab: Inbox, random: (below: number) => number): boolean {
  const shown = shownBy(tab);
  const one = shown[random(shown.length)]?.id;
  if (one === undefined) return false;
  const choice = random(40);
  if (choice === 0) void tab.readAll();
  else if (choice === 1) tab.undo();
  else if (choice < 4) void tab.delete(one);
  else if (choice < 8) void tab.archive(one);
  else if (choice < 10) void tab.snooze(one, new Date(Date.now() + 3_600_000));
  else if (choice < 20) void tab.unread(one);
  else if (choice < 25) void tab.seen(shown.slice(0, 5).map(({ id }) => id));
  else void tab.read(one);
  return true;
}
