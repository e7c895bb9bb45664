import { expect, test } from "vitest";
import { signSubscriberToken } from "#api/tokens.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { InAppMessage } from "#contract/messages.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { codeLogger } from "#test/support/logged-codes.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Messages of the inbox, from their template to the feed.

const { api, environment, runner } = await apiWithRunner();
const { db, app, started } = api;

/** Triggers a workflow of these steps and runs it to its end. Subscribers are named by the test. */
async function sent(steps: object[], event: { to: string; payload?: object; actor?: object }) {
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const { headers } = environment;
  const reply = await app.inject({
    method: "POST",
    url: "/v1/events/trigger",
    headers,
    payload: { name, payload: {}, ...event },
  });
  expect(reply.statusCode).toBe(201);
  const ref = started.at(-1)?.event;
  if (!ref) throw new Error("No execution was started");
  await runner.toEnd(ref);
  return ref;
}

/** The inbox of a subscriber, as its page reads it. */
async function inboxOf(subscriberId: string) {
  const [row] = await db.$client<{ id: string }[]>`
    select id from subscribers where subscriber_id = ${subscriberId} and environment_id = ${environment.environmentId}`;
  const subscriber = { _id: row?.id ?? "", subscriberId, ...environment.scope };
  const authorization = `Bearer ${await signSubscriberToken(subscriber, testConfig.secret)}`;
  const call = async (method: "GET" | "POST", path: string, payload?: object) => {
    const url = `/v1/widgets/${path}`;
    return (await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })).json();
  };
  const feed = async (): Promise<InAppMessage[]> => (await call("GET", "notifications/feed")).data;
  const counts = async () => [
    (await call("GET", "notifications/unseen")).data.count,
    (await call("GET", "notifications/unread")).data.count,
  ];
  return { call, feed, counts };
}

test("the link and both buttons of a template are in the feed, rendered, with their places in order", async () => {
  const buttons = [
    { type: "primary", content: "Open {{ order }}", url: "/orders/{{ order }}" },
    { type: "secondary", content: "Later" },
  ];
  const cta = { type: "redirect", data: { url: "/orders?id={{ order }}" }, action: { status: "pending", buttons } };
  await sent([aStep("in_app", { content: "Order {{ order }}", cta } as never)], { to: "buyer", payload: { order: 7 } });
  const [message] = await (await inboxOf("buyer")).feed();
  expect(message).toMatchObject({
    content: "Order 7",
    seen: false,
    read: false,
    cta: {
      type: "redirect",
      data: { url: "/orders?id=7" },
      action: {
        status: "pending",
        buttons: [
          { type: "primary", content: "Open 7", url: "/orders/7" },
          { type: "secondary", content: "Later" },
        ],
      },
    },
  });
  expect(message?.lastSeenDate).toBeUndefined();
});

test.each([
  [{ type: "none", data: null }, undefined],
  [
    { type: "user", data: null },
    { type: "user", data: "https://example.com/grace.png" },
  ],
  [
    { type: "system_icon", data: "warning" },
    { type: "system_icon", data: "warning" },
  ],
  [
    { type: "system_custom", data: "https://example.com/logo.png" },
    { type: "system_custom", data: "https://example.com/logo.png" },
  ],
])("an actor of %j is shown as %j", async (actor, shown) => {
  const to = `faced-${actor.type}`;
  const grace = { subscriberId: "grace", avatar: "https://example.com/grace.png" };
  await sent([aStep("in_app", { content: "Hi", actor } as never)], { to, actor: grace });
  const [message] = await (await inboxOf(to)).feed();
  expect(message?.actor).toEqual(shown);
});

test("a variant replaces the whole template, its buttons and actor with it, and the history says which", async () => {
  const filters = [{ value: "AND", children: [{ on: "payload", field: "vip", operator: "EQUAL", value: "true" }] }];
  const actor = (data: string) => ({ type: "system_icon", data });
  const cta = { type: "redirect", data: { url: "/all" } };
  const template = { type: "in_app", content: "for VIPs", actor: actor("up") };
  const step = {
    ...aStep("in_app", { content: "for all", cta, actor: actor("info") } as never),
    variants: [{ name: "VIP", filters, template }],
  };
  const ref = await sent([step], { to: "vip", payload: { vip: true } });
  const messages = await (await inboxOf("vip")).feed();
  expect(messages).toMatchObject([{ content: "for VIPs", actor: actor("up") }]);
  expect(messages[0]?.cta.data).toBeUndefined();
  const chosen = await db.$client`
    select d.status from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} and d.detail = ${DETAILS.variantChosen}`;
  expect(chosen).toMatchObject([{ status: "Pending" }]);
});

test("what cannot be rendered is in no inbox and no count; a retry of the step shows one message, unseen and as new as that", async () => {
  const person = (pattern: string) => [{ subscriberId: "reader", data: { pattern } }];
  await storeSubscribers(db, environment.scope, person("y".repeat(600)));
  const content = "{{ '2030-01-31' | dateFormat: subscriber.data.pattern }}";
  const ref = await sent([aStep("in_app", { content }), aStep("in_app", { content: "next" })], { to: "reader" });
  const inbox = await inboxOf("reader");
  expect((await inbox.feed()).map((message) => message.content)).toEqual(["next"]);
  expect(await inbox.counts()).toEqual([1, 1]);
  const stored = () => db.$client<{ status: string; content: string | null }[]>`
    select status, content from messages where event_id = ${ref.eventId} order by created_at`;
  expect(await stored()).toMatchObject([{ status: "error", content: null }, { status: "sent" }]);
  await inbox.call("POST", "messages/read", {});

  await storeSubscribers(db, environment.scope, person("yyyy"));
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${ref.eventId}`;
  const { headers } = environment;
  const resumed = await app.inject({ method: "POST", url: `/v1/notifications/${run?.id}/resume`, headers });
  const resumptionId = resumed.json().data._id;
  await runner.call(runner.activities.advanceResumption, { ...environment.scope, resumptionId });
  await runner.toEnd(ref, { again: true });
  const [first, second, third] = await inbox.feed();
  expect([first?.content, first?.seen, first?.read]).toEqual(["2030", false, false]);
  expect([second?.content, second?.read, third]).toEqual(["next", true, undefined]);
  expect(await inbox.counts()).toEqual([1, 1]);
  expect(await stored()).toHaveLength(2);
});

test.each([
  ["nobody", null, [3012]],
  ["grace", { subscriberId: "grace" }, []],
])("an avatar of the actor, who is %s, is logged with its code where there is none", async (_, actor, codes) => {
  const { logger, takeCodes } = codeLogger();
  const logging = createEventRunner(db, { logger });
  const faced = aStep("in_app", { content: "Hi", actor: { type: "user", data: null } } as never);
  const workflow = await aWorkflow(db, environment, [faced]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "faced", actor });
  await logging.toEnd(ref);
  await logging.close();
  expect(takeCodes()).toEqual(codes);
});
