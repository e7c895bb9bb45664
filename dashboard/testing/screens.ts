import { DEMO_WORKFLOW } from "#contract/constants/demo.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import { anAlertRule } from "./alert-rules.ts";
import { ANALYSIS } from "./analytics.ts";
import { aFailureGroup, aFailureGroupPage, FAILURE_GROUP_ID } from "./failure-groups.ts";
import { type Handler, SHELL, sessionOf } from "./fake-server.ts";
import { account, anOutboxMessage, aRun, aTranslationGroup, aWorkflow, DEVELOPMENT, organization } from "./fixtures.ts";
import { A_RATE, anIntegration, INTEGRATION_ID, INTEGRATIONS } from "./integrations.ts";
import { aLayoutV2, aListedLayout, aUsage, LAYOUT_ID, layoutsOf, openedLayout } from "./layouts.ts";
import { aMessage, aWaiting } from "./lists.ts";
import { anOverview, aTrend } from "./overview.ts";
import { PEOPLE_SCREENS } from "./people-screens.ts";
import {
  aComparison,
  aDifference,
  aPublication,
  aWaitingPublication,
  CHANGED_ID,
  PUBLICATION_ID,
} from "./publications.ts";
import { aRecordedRequest, aRequest, REQUEST_ID, requestsOf } from "./requests.ts";
import { aCancellation, aResumption, CANCELLATION_ID, RESUMPTION_ID } from "./resumptions.ts";
import { aSchedule, schedulesOf } from "./schedules.ts";
import { anApiKey } from "./settings.ts";
import { SETTINGS_SCREENS } from "./settings-screens.ts";
import { aSuppression, suppressionsOf } from "./suppressions.ts";
import { aDelivery, anEndpoint, aWebhookEvent, DELIVERY_ID, ENDPOINT_ID } from "./webhooks.ts";
import { aListedWorkflow, aStepV2, historyOf, listOf, opened } from "./workflow-v2.ts";

/** A screen at one of its addresses, on a server that answers. */
export interface TestScreen {
  /** The id of its route. */
  route: string;
  address: string;
  /** Null for a screen of somebody who is not signed in. */
  token?: null;
  /** Answers to the calls of the screen, beside those of the shell. */
  handlers: Record<string, Handler>;
  /** Text of the complete screen, where a part is loaded later. */
  shows?: RegExp;
  /** Text that says that a read is under way, where that is no placeholder. */
  loading?: Record<string, string>;
  /** The button that opens what is read, where that is no part of the screen itself. */
  opens?: Record<string, string>;
  /** The read for which a 404 is an answer, and what the screen says then. */
  on404?: { path: string; says: RegExp };
  /** Says in place of a screen that changes something what a viewer may not do. */
  noAccess?: RegExp;
  /** Reads without which the screen lacks nothing that is needed. */
  optional?: readonly string[];
}

const answer =
  (data: unknown): Handler =>
  () => ({ body: { data } });
const pageOf =
  (...data: unknown[]): Handler =>
  () => ({ body: { data, page: 0, pageSize: 25, totalCount: data.length, hasMore: false } });

const run = aRun();
const otherRun = aRun({ version: run.version + 1 });
const message = anOutboxMessage();
const workflow = aWorkflow({ name: "Parcel sent" });
const steps = [
  aStepV2({ _id: "bell", name: "Bell" }),
  aStepV2({ _id: "mail", name: "Mail", type: "email", controlValues: { subject: "Parcel" } }),
  aStepV2({ _id: "morning", name: "Morning", type: "digest", controlValues: { type: "timed", cron: "0 9 * * *" } }),
];
const template = aWorkflow({ name: "Welcome mail", description: "Greets people" });
const group = { _id: "00000000-0000-4000-8000-0000000000c1", name: "General" };

const translations = aTranslationGroup(["de", "en"]);

const WELCOME_READS = [
  "/notifications",
  "/messages",
  "/integrations",
  "/outbox",
  "/subscribers",
  "/organizations/members",
];

const TEMPLATES = {
  "GET /blueprints/group-by-category": answer({
    general: [{ name: "Onboarding", blueprints: [template] }],
    popular: { name: "Popular", blueprints: [template] },
  }),
};
const GROUPS = { "GET /notification-groups": answer([group]) };
const LIST = {
  ...GROUPS,
  "GET /v2/workflows": () => listOf(aListedWorkflow({ _id: workflow._id, name: workflow.name })),
  [`GET /v2/environments/${DEVELOPMENT}/tags`]: answer([{ name: "orders" }]),
  "GET /notifications/graph/workflows": answer([
    { _id: workflow._id, days: [{ day: "2026-01-05", runs: 100, failures: 5 }] },
  ]),
};
/** The completion of variables has fewer names without them, and the data of a preview, which is closed here, no payload. */
const SEEN_EVENTS = ["/notifications", `/v2/workflows/${workflow._id}/test-data`];
const WORKFLOW = opened(workflow, { steps });
const HISTORY = historyOf(workflow, [{}, { steps }]);
const varied = aWorkflow({ name: "Parcel lost" });
const conditions: Filter[] = [
  {
    value: "AND",
    children: [
      { on: "payload", field: "total", operator: "LARGER", value: 100 },
      { value: "OR", isNegated: true, children: [{ on: "isOnline", value: true }] },
    ],
  },
];
const VARIED = opened(varied, {
  steps: [
    aStepV2({
      _id: "text",
      name: "Text",
      type: "sms",
      filters: conditions,
      controlValues: { body: "Hello", skip: { "==": [{ var: "payload.vip" }, true] } },
      variants: [{ _id: "gold", name: "Gold", active: true, filters: conditions, controlValues: { body: "Gold" } }],
    }),
  ],
});
const coded = aWorkflow({ name: "Parcel counted" });
const CODED = {
  ...opened(coded, {
    origin: "external",
    steps: [
      aStepV2({
        _id: "count",
        stepId: "count",
        name: "Count",
        type: "sms",
        controls: {
          dataSchema: { type: "object", properties: { title: { type: "string", title: "Title", default: "Counted" } } },
          values: {},
        },
      }),
    ],
  }),
  [`GET /bridge/controls/${coded._id}/count`]: answer(null),
  [`POST /bridge/preview/${coded._id}/count`]: () => ({
    status: 201,
    body: { data: { outputs: { body: "Your parcel was counted" } } },
  }),
};
const previewOf = (stepId: string, message: PreviewedMessage) => ({
  [`POST /v2/workflows/${workflow._id}/step/${stepId}/preview`]: () => ({
    status: 201,
    body: { data: { result: { preview: {} }, previewPayloadExample: {}, message, missing: [] } },
  }),
});
const OUTBOX = { "GET /outbox": pageOf(message) };
const USAGE = {
  "GET /translation-counts": answer([
    { identifier: "shop", keys: 2, locales: [{ locale: "de", missing: 1, outdated: 1 }] },
  ]),
  "GET /translation-usage": answer({
    keys: [
      {
        key: "shop.lost",
        exists: false,
        places: [{ kind: "step", workflowId: workflow._id, workflowName: "Parcel sent", stepId: "mail", name: "Mail" }],
      },
    ],
    variable: [],
  }),
};
const GROUP = {
  ...USAGE,
  "GET /translations/shop/outdated": answer({ source: "en", locales: [{ locale: "de", keys: ["hello"] }] }),
  "GET /translations/shop": answer(translations),
  "GET /translations/shop/locales/de": answer({ hello: "Hallo" }),
  "GET /translations/shop/locales/en": answer({ hello: "Hello" }),
};
const INVITATION = {
  "GET /auth/session": SHELL["GET /auth/session"] ?? answer({}),
  "GET /invites/ada-1": answer({
    organization: { _id: organization._id, name: "Acme" },
    inviter: { _id: "g", firstName: "Grace", lastName: "H" },
    email: account.email,
    role: "member",
  }),
};

const ROWS: readonly TestScreen[] = [
  { route: "/auth/sign-in", address: "/auth/sign-in", token: null, handlers: {} },
  { route: "/auth/sign-up", address: "/auth/sign-up", token: null, handlers: {} },
  { route: "/auth/reset/", address: "/auth/reset", token: null, handlers: {} },
  { route: "/auth/code", address: "/auth/code#a-challenge", token: null, handlers: {} },
  {
    route: "/auth/second-factor",
    address: "/auth/second-factor",
    handlers: { "GET /auth/session": answer(sessionOf("admin")) },
  },
  { route: "/auth/email/$token", address: "/auth/email/ada-1", token: null, handlers: {} },
  { route: "/auth/reset/$token", address: "/auth/reset/ada-1", token: null, handlers: {} },
  { route: "/auth/invitation/$token", address: "/auth/invitation/ada-1", handlers: INVITATION },
  {
    route: "/auth/organisation",
    address: "/auth/organisation",
    // The page says to which address an invitation has to go.
    optional: ["/auth/session"],
    handlers: { "GET /organizations": answer([organization]) },
  },
  { route: "/catalogue", address: "/catalogue", token: null, handlers: {} },
  {
    route: "/_app/",
    address: "/",
    handlers: { "GET /overview": answer(anOverview({ triggered: aTrend(12), delivered: aTrend(12) })) },
  },
  {
    route: "/_app/",
    address: "/?period=7d",
    // It tells an environment in which nothing happened yet from one in which nothing happened lately.
    optional: ["/notifications"],
    handlers: { "GET /overview": answer(anOverview({ period: "7d" })), "GET /notifications": pageOf() },
  },
  {
    route: "/_app/analytics",
    address: `/analytics?period=24h&workflow=${workflow._id}`,
    // The name of the workflow in the filter.
    optional: [`/v2/workflows/${workflow._id}`],
    shows: /22:00/,
    handlers: {
      "GET /analytics": answer(ANALYSIS),
      [`GET /v2/workflows/${workflow._id}`]: answer(aListedWorkflow({ _id: workflow._id, name: workflow.name })),
    },
  },
  { route: "/_app/$", address: "/nowhere", handlers: {} },
  {
    route: "/_app/welcome",
    address: "/welcome",
    shows: /The notification was seen/,
    loading: Object.fromEntries(WELCOME_READS.map((path) => [path, "Checking"])),
    handlers: {
      "GET /notifications": pageOf(run),
      "GET /messages": pageOf({ _id: "m", seen: true }),
      "GET /integrations": answer([]),
      "GET /outbox": pageOf(message),
      "GET /subscribers": pageOf({ _id: "s", subscriberId: "bob", isOnline: false }),
      "GET /organizations/members": answer([{ _id: "ada" }, { _id: "grace" }]),
      "GET /search": answer([{ kind: "workflow", workflowId: DEMO_WORKFLOW }]),
    },
  },
  {
    route: "/_app/activity/_lists/",
    address: "/activity",
    // The checkboxes of rows are there.
    shows: /…WorkflowSubscriber/,
    opens: {
      "/v2/workflows": "Workflow",
      [`/v2/environments/${DEVELOPMENT}/tags`]: "Tags",
      "/integrations": "Provider",
    },
    handlers: { ...LIST, "GET /notifications": pageOf(run), "GET /integrations": answer([anIntegration()]) },
  },
  {
    route: "/_app/activity/_lists/requests",
    address: "/activity/requests",
    opens: { "/requests/settings": "Recording", "/api-keys": "API key" },
    handlers: {
      "GET /requests": () => ({ body: requestsOf(aRequest()) }),
      "GET /requests/settings": answer({ recorded: "everything", days: 7 }),
      "GET /api-keys": answer([anApiKey()]),
    },
  },
  {
    route: "/_app/activity/requests/$requestId",
    address: `/activity/requests/${REQUEST_ID}`,
    on404: { path: `/requests/${REQUEST_ID}`, says: /^No such request/ },
    handlers: {
      [`GET /requests/${REQUEST_ID}`]: answer(
        aRecordedRequest({ status: 201, events: [{ transactionId: run.transactionId, isDuplicate: false }] }),
      ),
      "GET /notifications": pageOf(run),
    },
  },
  {
    route: "/_app/activity/_lists/messages",
    address: "/activity/messages",
    handlers: { "GET /messages": pageOf(aMessage({ _notificationId: run._id })) },
  },
  {
    route: "/_app/activity/_lists/messages",
    address: "/activity/messages?subscriberId=nobody",
    on404: { path: "/messages", says: /No messages match/ },
    handlers: { "GET /messages": pageOf() },
  },
  {
    route: "/_app/activity/_lists/waiting",
    address: "/activity/waiting",
    handlers: { "GET /waiting": () => ({ body: { data: [aWaiting()], next: null, previous: null } }) },
  },
  {
    route: "/_app/activity/_lists/errors",
    address: "/activity/errors",
    handlers: { "GET /failure-groups": () => ({ body: { data: [aFailureGroup()], next: null, previous: null } }) },
  },
  {
    route: "/_app/activity/errors/$groupId",
    address: `/activity/errors/${FAILURE_GROUP_ID}`,
    on404: { path: `/failure-groups/${FAILURE_GROUP_ID}`, says: /^No such error/ },
    // The links to integrations lead to what other screens show, too.
    optional: ["/integrations"],
    handlers: {
      [`GET /failure-groups/${FAILURE_GROUP_ID}`]: answer(aFailureGroupPage()),
      "GET /integrations": answer([anIntegration({ providerId: "postmark" })]),
    },
  },
  {
    route: "/_app/activity/_lists/alerts",
    address: "/activity/alerts",
    handlers: { "GET /alert-rules": answer([anAlertRule()]) },
  },
  {
    route: "/_app/activity/_lists/resumptions",
    address: "/activity/resumptions",
    handlers: { "GET /notifications/resumptions": answer([aResumption()]) },
  },
  {
    route: "/_app/activity/resumptions/$resumptionId",
    address: `/activity/resumptions/${RESUMPTION_ID}`,
    on404: { path: `/notifications/resumptions/${RESUMPTION_ID}`, says: /^No such resumption/ },
    handlers: { [`GET /notifications/resumptions/${RESUMPTION_ID}`]: answer(aResumption()) },
  },
  {
    route: "/_app/changes/",
    address: "/changes",
    handlers: { "GET /publications/preview": answer(aComparison()) },
  },
  {
    route: "/_app/changes/",
    address: "/changes",
    shows: /Nothing to publish/,
    handlers: { "GET /publications/preview": answer(aComparison({ items: [], requiresApproval: true })) },
  },
  {
    route: "/_app/changes/",
    address: `/changes?open=${CHANGED_ID}`,
    handlers: {
      "GET /publications/preview": answer(
        aComparison({ items: [aDifference({ before: { name: "Order" }, after: { name: "Order shipped" } })] }),
      ),
    },
  },
  {
    route: "/_app/changes/publications",
    address: "/changes/publications",
    handlers: {
      "GET /publications": () => ({
        body: { data: [aWaitingPublication({ _id: CHANGED_ID }), aPublication()], next: null },
      }),
    },
  },
  {
    route: "/_app/changes/$publicationId",
    address: `/changes/${PUBLICATION_ID}`,
    on404: { path: `/publications/${PUBLICATION_ID}`, says: /^No such publication/ },
    handlers: { [`GET /publications/${PUBLICATION_ID}`]: answer(aPublication()) },
  },
  {
    route: "/_app/schedules",
    address: "/schedules",
    handlers: { "GET /schedules": () => ({ body: schedulesOf(aSchedule()) }) },
  },
  {
    route: "/_app/webhooks/",
    address: "/webhooks",
    handlers: {
      "GET /webhook-endpoints": answer([
        anEndpoint(),
        anEndpoint({ _id: DELIVERY_ID, active: false, disabledReason: "It has failed for 5 days", eventTypes: null }),
      ]),
    },
  },
  {
    route: "/_app/webhooks/",
    address: "/webhooks",
    shows: /No webhook endpoints yet/,
    handlers: { "GET /webhook-endpoints": answer([]) },
  },
  {
    route: "/_app/webhooks/events",
    address: "/webhooks/events",
    // The switch beside the list.
    optional: ["/webhook-events/settings"],
    handlers: {
      "GET /webhook-events/latest": () => ({ body: { data: [aWebhookEvent()], next: null } }),
      "GET /webhook-events/settings": answer({ kept: "wanted", days: 7 }),
    },
  },
  {
    route: "/_app/webhooks/$endpointId/",
    address: `/webhooks/${ENDPOINT_ID}`,
    on404: { path: `/webhook-endpoints/${ENDPOINT_ID}`, says: /^No such webhook endpoint/ },
    handlers: {
      [`GET /webhook-endpoints/${ENDPOINT_ID}`]: answer(anEndpoint({ failingSince: "2026-01-05T12:00:00.000Z" })),
      [`GET /webhook-endpoints/${ENDPOINT_ID}/messages`]: () => ({ body: { data: [aDelivery()], next: null } }),
    },
  },
  {
    route: "/_app/webhooks/$endpointId/$deliveryId",
    address: `/webhooks/${ENDPOINT_ID}/${DELIVERY_ID}`,
    on404: { path: `/webhook-endpoints/${ENDPOINT_ID}/messages/${DELIVERY_ID}`, says: /^No such delivery/ },
    // The address of the endpoint is a link's text.
    optional: [`/webhook-endpoints/${ENDPOINT_ID}`],
    handlers: {
      [`GET /webhook-endpoints/${ENDPOINT_ID}`]: answer(anEndpoint()),
      [`GET /webhook-endpoints/${ENDPOINT_ID}/messages/${DELIVERY_ID}`]: answer(aDelivery()),
    },
  },
  {
    route: "/_app/activity/_lists/cancellations",
    address: "/activity/cancellations",
    handlers: { "GET /notifications/cancellations": answer([aCancellation()]) },
  },
  {
    route: "/_app/activity/cancellations/$cancellationId",
    address: `/activity/cancellations/${CANCELLATION_ID}`,
    on404: { path: `/notifications/cancellations/${CANCELLATION_ID}`, says: /^No such cancellation/ },
    handlers: { [`GET /notifications/cancellations/${CANCELLATION_ID}`]: answer(aCancellation()) },
  },
  {
    route: "/_app/activity/$runId",
    address: `/activity/${run._id}`,
    on404: { path: `/notifications/${run._id}`, says: /^No such run/ },
    // Not every run was triggered by a call that is recorded.
    optional: ["/requests"],
    handlers: {
      [`GET /notifications/${run._id}`]: answer(run),
      "GET /messages": pageOf(),
      "GET /requests": () => ({ body: requestsOf(aRequest({ status: 201 })) }),
    },
  },
  {
    route: "/_app/activity/$runId",
    address: `/activity/${run._id}?with=${otherRun._id}`,
    shows: /Different/,
    on404: { path: `/notifications/${otherRun._id}`, says: /The other run does not exist/ },
    optional: ["/requests"],
    handlers: {
      "GET /requests": () => ({ body: requestsOf() }),
      [`GET /notifications/${run._id}`]: answer(run),
      [`GET /notifications/${otherRun._id}`]: answer(otherRun),
    },
  },
  { route: "/_app/outbox/", address: "/outbox", handlers: OUTBOX },
  {
    route: "/_app/outbox/$messageId",
    address: `/outbox/${message._id}`,
    on404: { path: `/outbox/${message._id}`, says: /No such message/ },
    handlers: { ...OUTBOX, [`GET /outbox/${message._id}`]: answer(message) },
  },
  {
    route: "/_app/integrations/",
    address: "/integrations",
    shows: /Mail server/,
    optional: ["/integrations/providers"],
    handlers: INTEGRATIONS,
  },
  {
    route: "/_app/integrations/$integrationId",
    address: `/integrations/${INTEGRATION_ID}`,
    shows: /Host.*a second/s,
    handlers: { ...INTEGRATIONS, [`GET /integrations/${INTEGRATION_ID}/rate`]: answer(A_RATE) },
  },
  {
    route: "/_app/integrations/suppressions",
    address: "/integrations/suppressions",
    opens: { "/suppression-rules": "Bounce rules" },
    handlers: {
      "GET /suppressions": () => ({ body: suppressionsOf(aSuppression()) }),
      "GET /suppression-rules": answer({ softBounces: { count: 3, days: 7 }, bouncesKeptDays: null }),
    },
  },
  {
    route: "/_app/integrations/new/",
    address: "/integrations/new",
    shows: /SendGrid/,
    noAccess: /not allow you to connect providers/,
    optional: ["/integrations"],
    handlers: { ...INTEGRATIONS, "GET /integrations": answer([anIntegration()]) },
  },
  {
    route: "/_app/integrations/new/$providerId",
    address: "/integrations/new/sendgrid",
    shows: /API key/,
    noAccess: /not allow you to connect providers/,
    handlers: { "GET /integrations/providers": INTEGRATIONS["GET /integrations/providers"] },
  },
  {
    route: "/_app/layouts/",
    address: "/layouts",
    handlers: { "GET /v2/layouts": () => layoutsOf(aListedLayout({ stepCount: 2 })) },
  },
  {
    route: "/_app/layouts/$layoutId",
    address: `/layouts/${LAYOUT_ID}`,
    // The number of the line, which the field has once its editor is loaded.
    shows: /1<main>/,
    on404: { path: `/v2/layouts/${LAYOUT_ID}`, says: /^No such layout/ },
    handlers: openedLayout(aLayoutV2({ description: "For receipts" }), aUsage([{ _id: "mail", name: "Mail" }])),
  },
  ...SETTINGS_SCREENS,
  {
    route: "/_app/translations/",
    address: "/translations",
    shows: /shop\.lost/,
    loading: { "/translation-usage": "Looking for keys without a text", "/translation-counts": "Counting …" },
    handlers: { ...USAGE, "GET /translations": pageOf(translations) },
  },
  {
    route: "/_app/translations/$group",
    address: "/translations/shop",
    shows: /shop\.lost/,
    loading: { "/translation-usage": "Looking for keys without a text" },
    on404: { path: "/translations/shop", says: /^No such translation group/ },
    handlers: GROUP,
  },
  {
    route: "/_app/workflows/",
    address: "/workflows",
    loading: { "/notifications/graph/workflows": "Loading the runs of the last 7 days" },
    opens: { "/notification-groups": "Group", [`/v2/environments/${DEVELOPMENT}/tags`]: "Tags" },
    handlers: LIST,
  },
  {
    route: "/_app/workflows/",
    address: "/workflows?size=50",
    on404: { path: "/blueprints/group-by-category", says: /No workflows yet/ },
    handlers: { ...LIST, ...TEMPLATES, "GET /v2/workflows": () => listOf() },
  },
  {
    route: "/_app/workflows/new",
    address: "/workflows/new",
    noAccess: /not allow you to create workflows/,
    shows: /A new name makes/,
    loading: { "/notification-groups": "Loading the groups" },
    on404: { path: "/blueprints/group-by-category", says: /A blank workflow has no steps/ },
    handlers: { ...TEMPLATES, ...GROUPS },
  },
  {
    route: "/_app/workflows/templates",
    address: "/workflows/templates",
    on404: { path: "/blueprints/group-by-category", says: /No templates yet/ },
    handlers: TEMPLATES,
  },
  {
    route: "/_app/workflows/$workflowId/_steps/",
    address: `/workflows/${workflow._id}`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    handlers: WORKFLOW,
  },
  {
    route: "/_app/workflows/$workflowId/_steps/",
    address: `/workflows/${workflow._id}?run=order-1`,
    shows: /Completed.*Open run|Open run.*Completed/s,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    loading: { "/notifications": "The run begins" },
    handlers: { ...WORKFLOW, "GET /notifications": pageOf(run) },
  },
  {
    route: "/_app/workflows/$workflowId/_steps/steps/$stepId",
    address: `/workflows/${workflow._id}/steps/bell`,
    shows: /Run a test/,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    loading: { "/feeds": "Loading the feeds" },
    optional: SEEN_EVENTS,
    handlers: {
      ...WORKFLOW,
      ...previewOf("bell", { channel: "in_app", subject: "", content: "Hello", format: "text" }),
      "GET /feeds": answer([]),
      "GET /notifications": pageOf(),
    },
  },
  {
    route: "/_app/workflows/$workflowId/_steps/steps/$stepId",
    address: `/workflows/${workflow._id}/steps/mail`,
    shows: /Send test to me/,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    loading: { "/integrations": "Loading the integrations" },
    optional: SEEN_EVENTS,
    handlers: {
      ...WORKFLOW,
      ...previewOf("mail", {
        channel: "email",
        subject: "Order shipped",
        preheader: "",
        senderName: "Shop",
        html: "<p>It left</p>",
        text: "It left",
      }),
      "GET /integrations": answer([]),
      "GET /notifications": pageOf(),
    },
  },
  {
    route: "/_app/workflows/$workflowId/_steps/steps/$stepId",
    address: `/workflows/${coded._id}/steps/count`,
    shows: /Title.*Your parcel was counted/s,
    on404: { path: `/v2/workflows/${coded._id}`, says: /^No such workflow/ },
    optional: [`/v2/workflows/${coded._id}/test-data`],
    handlers: CODED,
  },
  {
    route: "/_app/workflows/$workflowId/_steps/steps/$stepId",
    address: `/workflows/${varied._id}/steps/text?variant=1`,
    shows: /or a variantSkipped if.*Send a test to/s,
    on404: { path: `/v2/workflows/${varied._id}`, says: /^No such workflow/ },
    loading: { "/integrations": "Loading the integrations" },
    optional: ["/notifications", `/v2/workflows/${varied._id}/test-data`],
    handlers: {
      ...VARIED,
      [`POST /v2/workflows/${varied._id}/step/text/preview`]: () => ({
        status: 201,
        body: {
          data: {
            result: { preview: {} },
            previewPayloadExample: {},
            message: { channel: "sms", content: "Gold", encoding: "GSM-7", segments: 1, units: 4, capacity: 160 },
            missing: [],
          },
        },
      }),
      "GET /integrations": answer([]),
      "GET /notifications": pageOf(),
    },
  },
  {
    route: "/_app/workflows/$workflowId/_steps/steps/$stepId",
    address: `/workflows/${workflow._id}/steps/morning`,
    // The dates are asked for after a pause in typing.
    shows: /Assumes that an event arrives/,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    optional: SEEN_EVENTS,
    handlers: {
      ...WORKFLOW,
      "POST /v2/waits/dates": answer({
        timezone: "UTC",
        dates: [{ at: "2026-01-05T09:00:00.000Z", local: "2026-01-05T09:00:00" }],
      }),
      "GET /notifications": pageOf(),
    },
  },
  {
    route: "/_app/workflows/$workflowId/preferences",
    address: `/workflows/${workflow._id}/preferences`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    handlers: WORKFLOW,
  },
  {
    route: "/_app/workflows/$workflowId/runs",
    address: `/workflows/${workflow._id}/runs`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    opens: { [`/v2/environments/${DEVELOPMENT}/tags`]: "Tags", "/integrations": "Provider" },
    handlers: {
      ...LIST,
      ...WORKFLOW,
      "GET /notifications": pageOf(run),
      "GET /integrations": answer([anIntegration()]),
    },
  },
  {
    route: "/_app/workflows/$workflowId/history",
    address: `/workflows/${workflow._id}/history`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    handlers: { ...WORKFLOW, ...HISTORY },
  },
  {
    route: "/_app/workflows/$workflowId/history",
    address: `/workflows/${workflow._id}/history?versions=1,2`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    handlers: { ...WORKFLOW, ...HISTORY },
  },
  {
    route: "/_app/workflows/$workflowId/code",
    address: `/workflows/${workflow._id}/code`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    handlers: WORKFLOW,
  },
  {
    route: "/_app/workflows/$workflowId/test",
    noAccess: /not allow you to run tests/,
    address: `/workflows/${workflow._id}/test`,
    on404: { path: `/v2/workflows/${workflow._id}`, says: /^No such workflow/ },
    optional: ["/notifications"],
    handlers: WORKFLOW,
  },
  ...PEOPLE_SCREENS,
];

/** A workflow says that a safety cap paused it, where that is known. */
const mayBePaused = (row: TestScreen): TestScreen =>
  row.route.startsWith("/_app/workflows/$workflowId")
    ? { ...row, optional: [...(row.optional ?? []), "/pauses"] }
    : row;

/** Every screen of the dashboard; one that reads more at another address has a row for that too. */
export const SCREENS = ROWS.map(mayBePaused);

/** The answers to the calls of a screen. */
export function handlersOf(address: string): Record<string, Handler> {
  const found = SCREENS.find((screen) => screen.address === address);
  if (!found) throw new Error(`${address} is not in the table`);
  return found.handlers;
}
