import { fireEvent, screen } from "@testing-library/react";
import { data, gone, heading, press, type TestWrite, type } from "./test-write.ts";
import { aDelivery, anEndpoint, aWebhookEvent, DELIVERY_ID, ENDPOINT_ID } from "./webhooks.ts";

const WITH_SECRET = { ...anEndpoint(), secret: "whsec_c2VjcmV0" };
const LIST = { address: "/webhooks", handlers: { "GET /webhook-endpoints": data([anEndpoint()]) } };
const READS = {
  ...LIST.handlers,
  [`GET /webhook-endpoints/${ENDPOINT_ID}`]: data(anEndpoint()),
  [`GET /webhook-endpoints/${ENDPOINT_ID}/messages`]: () => ({ body: { data: [aDelivery()], next: null } }),
  [`GET /webhook-endpoints/${ENDPOINT_ID}/recoverable`]: data({
    failed: 12,
    missed: 3,
    isMore: false,
    keptSince: "2026-01-01T00:00:00.000Z",
  }),
};
const ONE = { address: `/webhooks/${ENDPOINT_ID}`, handlers: READS };

const choose = async (item: string) => {
  await press("Actions of the endpoint");
  (await screen.findByRole("menuitem", { name: item })).click();
};

/** Webhook endpoints are created, changed, tried and deleted, and sent again what failed. */
export const WEBHOOK_WRITES: readonly TestWrite[] = [
  {
    name: "adding a webhook endpoint",
    write: "webhookEndpoints.create",
    ...LIST,
    call: "POST /webhook-endpoints",
    answer: data(WITH_SECRET, 201),
    fill: async () => {
      await press("Add endpoint");
      await type("URL", "https://example.com/hook");
    },
    send: () => press("Create endpoint"),
    field: { label: "URL", path: "url" },
    kept: { URL: "https://example.com/hook" },
    done: () => screen.findByText(WITH_SECRET.secret),
  },
  {
    name: "changing a webhook endpoint",
    write: "webhookEndpoints.update",
    ...ONE,
    call: `PATCH /webhook-endpoints/${ENDPOINT_ID}`,
    answer: data(anEndpoint()),
    fill: async () => {
      await press("Edit");
      await type("URL", "https://example.com/hook");
    },
    send: () => press("Save"),
    field: { label: "URL", path: "url" },
    kept: { URL: "https://example.com/hook" },
    done: () => gone(() => screen.queryByLabelText("URL")),
  },
  {
    name: "switching a webhook endpoint off",
    write: "webhookEndpoints.update",
    ...ONE,
    call: `PATCH /webhook-endpoints/${ENDPOINT_ID}`,
    answer: data(anEndpoint({ active: false })),
    send: async () => fireEvent.click(await screen.findByRole("switch", { name: "The endpoint is sent events" })),
    done: () => undefined,
  },
  {
    name: "sending an example to a webhook endpoint",
    write: "webhookEndpoints.test",
    ...ONE,
    call: `POST /webhook-endpoints/${ENDPOINT_ID}/test`,
    answer: data(aDelivery({ type: "endpoint.test", status: "waiting" }), 201),
    send: () => choose("Send an example"),
    done: () => screen.findByText("An example event is sent"),
  },
  {
    name: "sending a webhook endpoint what it failed to take and missed",
    write: "webhookEndpoints.recover",
    ...ONE,
    call: `POST /webhook-endpoints/${ENDPOINT_ID}/recover`,
    answer: data({
      recovered: 15,
      hasMore: false,
      continueSince: "2026-01-04T00:00:00.000Z",
      recoveringUntil: "2026-01-06T00:00:00.000Z",
    }),
    fill: async () => {
      await choose("Recover events since …");
      await screen.findByText("12 failed and 3 missed events.");
    },
    send: () => press("Recover events"),
    done: () => screen.findByText("15 events are sent"),
  },
  {
    name: "keeping all webhook events",
    write: "webhookEvents.setSettings",
    address: "/webhooks/events",
    handlers: {
      "GET /webhook-events/latest": () => ({ body: { data: [aWebhookEvent()], next: null } }),
      "GET /webhook-events/settings": data({ kept: "wanted", days: 7 }),
    },
    call: "PUT /webhook-events/settings",
    answer: data({ kept: "all", days: 7 }),
    send: async () =>
      fireEvent.click(await screen.findByRole("switch", { name: "Keep events that no endpoint takes" })),
    done: () => undefined,
  },
  {
    name: "replacing the secret of a webhook endpoint",
    write: "webhookEndpoints.rotateSecret",
    ...ONE,
    call: `POST /webhook-endpoints/${ENDPOINT_ID}/rotate-secret`,
    answer: data(WITH_SECRET),
    fill: () => choose("Replace the secret …"),
    send: () => press("Replace secret"),
    done: () => screen.findByText(WITH_SECRET.secret),
  },
  {
    name: "deleting a webhook endpoint",
    write: "webhookEndpoints.delete",
    ...ONE,
    call: `DELETE /webhook-endpoints/${ENDPOINT_ID}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Delete"),
    send: () => press("Delete endpoint"),
    done: () => heading("Webhooks"),
  },
  {
    name: "sending a webhook event again",
    write: "webhookEndpoints.resendMessage",
    address: `/webhooks/${ENDPOINT_ID}/${DELIVERY_ID}`,
    handlers: { ...READS, [`GET /webhook-endpoints/${ENDPOINT_ID}/messages/${DELIVERY_ID}`]: data(aDelivery()) },
    call: `POST /webhook-endpoints/${ENDPOINT_ID}/messages/${DELIVERY_ID}/resend`,
    answer: data(aDelivery({ status: "waiting" })),
    send: () => press("Send again"),
    done: () => screen.findByText("The event is sent again"),
  },
];
