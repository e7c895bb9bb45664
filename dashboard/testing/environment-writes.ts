import { screen } from "@testing-library/react";
import { FEED, GROUP, RETENTION } from "./environment-settings.ts";
import { DEVELOPMENT } from "./fixtures.ts";
import { aPause, PAUSE_ID } from "./pauses.ts";
import { handlersOf } from "./screens.ts";
import { choose, data, gone, press, type TestWrite, type } from "./test-write.ts";

const CAPS = { address: "/settings/safety-caps", handlers: handlersOf("/settings/safety-caps") };

const FEEDS = {
  address: "/settings/feeds",
  handlers: { ...handlersOf("/settings/feeds"), [`GET /feeds/${FEED._id}/usage`]: data({ workflows: [] }) },
};
const GROUPS = {
  address: "/settings/groups",
  handlers: { ...handlersOf("/settings/groups"), "GET /v2/workflows": data({ workflows: [], totalCount: 2 }) },
};
const INBOUND = { address: "/settings/inbound-mail", handlers: handlersOf("/settings/inbound-mail") };
const RETAINED = { address: "/settings/retention", handlers: handlersOf("/settings/retention") };

/** Changes of settings of the environment. */
export const ENVIRONMENT_WRITES: readonly TestWrite[] = [
  {
    name: "changing the safety caps",
    write: "safetyCaps.set",
    ...CAPS,
    call: "PUT /safety-caps",
    answer: data({ eventsPerWorkflowPerMinute: 50 }),
    fill: () => type("Most events of a workflow in a minute", "50"),
    send: () => press("Save caps"),
    field: { label: "Most events of a workflow in a minute", path: "eventsPerWorkflowPerMinute" },
    kept: { "Most events of a workflow in a minute": "50" },
    done: () => screen.findByText("The safety caps were saved"),
  },
  {
    name: "continuing what a cap paused",
    write: "pauses.continue",
    ...CAPS,
    call: `POST /pauses/${PAUSE_ID}/continue`,
    answer: data(aPause({ state: "continued" })),
    fill: async () => {
      await press("Continue …");
      await screen.findByText("12 runs go on, and their messages are sent.");
    },
    send: () => press("Continue"),
    done: () => screen.findByText("Parcel sent goes on"),
  },
  {
    name: "discarding what a cap paused",
    write: "pauses.discard",
    ...CAPS,
    call: `POST /pauses/${PAUSE_ID}/discard`,
    answer: data(aPause({ state: "discarded" })),
    fill: () => press("Discard …"),
    send: () => press("Discard"),
    done: () => screen.findByText("What waited of Parcel sent was discarded"),
  },
  {
    name: "creating a feed",
    write: "feeds.create",
    ...FEEDS,
    call: "POST /feeds",
    answer: data(FEED, 201),
    fill: async () => {
      await press("New feed");
      await type("Name", "news");
    },
    send: () => press("Create feed"),
    field: { label: "Name", path: "name" },
    kept: { Name: "news" },
    done: () => screen.findByText("news was created"),
  },
  {
    name: "deleting a feed",
    write: "feeds.delete",
    ...FEEDS,
    call: `DELETE /feeds/${FEED._id}`,
    answer: data([]),
    fill: () => choose("billing", "Delete"),
    send: () => press("Delete feed"),
    done: () => screen.findByText("billing was deleted"),
  },
  {
    name: "creating a group",
    write: "notificationGroups.create",
    ...GROUPS,
    call: "POST /notification-groups",
    answer: data(GROUP, 201),
    fill: async () => {
      await press("New group");
      await type("Name", "News");
    },
    send: () => press("Create group"),
    field: { label: "Name", path: "name" },
    kept: { Name: "News" },
    done: () => screen.findByText("News was created"),
  },
  {
    name: "renaming a group",
    write: "notificationGroups.update",
    ...GROUPS,
    call: `PATCH /notification-groups/${GROUP._id}`,
    answer: data(GROUP),
    fill: async () => {
      await choose("Orders", "Rename");
      await type("Name", "News");
    },
    send: () => press("Rename group"),
    field: { label: "Name", path: "name" },
    kept: { Name: "News" },
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "deleting a group",
    write: "notificationGroups.delete",
    ...GROUPS,
    call: `DELETE /notification-groups/${GROUP._id}`,
    answer: data({ acknowledged: true, status: "deleted" }),
    fill: async () => {
      await choose("Orders", "Delete");
      await screen.findByText("2 workflows in it will have no group. They go on as they are.");
    },
    send: () => press("Delete group"),
    done: () => screen.findByText("Orders was deleted"),
  },
  {
    name: "setting the domain of replies",
    write: "environments.updateOne",
    ...INBOUND,
    call: `PUT /environments/${DEVELOPMENT}`,
    answer: data({ matched: 1, modified: 1 }),
    fill: () => type("Domain", "reply.engines.test"),
    send: () => press("Save domain"),
    field: { label: "Domain", path: "dns.inboundParseDomain" },
    kept: { Domain: "reply.engines.test" },
    done: () => screen.findByText("The domain was saved"),
  },
  {
    name: "looking up the record of the domain",
    write: "inboundParse.getMxStatus",
    ...INBOUND,
    call: "GET /inbound-parse/mx/status",
    answer: data({ mxRecordConfigured: true, servers: ["mail.belfry.test"] }),
    send: () => press("Check now"),
    done: () => screen.findByText(/^The mail of reply\.acme\.test comes to mail\.belfry\.test/),
  },
  {
    name: "changing the retention",
    write: "retention.update",
    ...RETAINED,
    call: "PATCH /retention",
    answer: data(RETENTION.days),
    fill: () => type("Runs", "60"),
    send: () => press("Save retention"),
    field: { label: "Runs", path: "runs" },
    kept: { Runs: "60" },
    done: () => screen.findByText("The retention was saved"),
  },
];
