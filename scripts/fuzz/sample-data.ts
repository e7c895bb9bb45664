import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** An organisation with something of everything, so that calls find what their paths name. */
export interface SampleData {
  /** Values of the Authorization header. */
  readonly credentials: { readonly key: string; readonly member: string; readonly subscriber: string };
  readonly environmentId: string;
  /** Values by part of the path and parameter, as in `topics.key`, or by the name alone; of fields of bodies as well. */
  readonly values: Readonly<Record<string, string>>;
  /** The same for calls that delete something. */
  readonly deletable: Readonly<Record<string, string>>;
}

const Registered = z.object({ data: z.object({ token: z.string() }) });
const Environments = z.object({
  data: z.array(z.object({ _id: z.string(), name: z.string(), identifier: z.string() })),
});
const Key = z.object({ data: z.object({ key: z.string() }) });
const Created = z.object({ data: z.looseObject({ _id: z.string() }) });
const Token = z.object({ data: z.object({ token: z.string() }) });
const Link = z.object({ data: z.object({ url: z.string() }) });
const Rows = z.object({ data: z.array(z.object({ _id: z.string() })) });
const Triggered = z.object({ data: z.object({ transactionId: z.string() }) });
const Workflow = z.object({ data: z.object({ triggers: z.tuple([z.object({ identifier: z.string() })]) }) });

/** Other ids than those in the examples of the document, which schemathesis uses in calls that delete something. */
const SUBSCRIBER = "ada-lovelace";
const TOPIC = "deck-crew";
const TENANT = "acme-ltd";
const TRANSLATIONS = "orders";
const LAYOUT = "letter";

const STEPS = [
  { template: { type: "in_app", content: "Order {{ orderId }} has been shipped" } },
  {
    template: {
      type: "email",
      subject: "Shipped",
      content: "Order {{ orderId }} is on its way",
      contentType: "customHtml",
    },
  },
];
const DIGEST_STEPS = [
  { template: { type: "digest" }, metadata: { type: "regular", amount: 1, unit: "days" } },
  { template: { type: "in_app", content: "{{ step.total_count }} orders" } },
];

/** Creates it through the API, as a customer would. */
export async function createSampleData(origin: string): Promise<SampleData> {
  const visitor = client(origin, {});
  const registered = await visitor("POST", "/v1/auth/register", {
    email: `${randomUUID()}@example.com`,
    password: `Ada-${randomUUID()}`,
    firstName: "Ada",
    organizationName: "Analytical Engines",
  });
  const member = `Bearer ${Registered.parse(registered).data.token}`;
  const listed = Environments.parse(await client(origin, { authorization: member })("GET", "/v1/environments")).data;
  const environment = orThrow(listed.find(({ name }) => name === "Development"));
  const production = orThrow(listed.find(({ name }) => name === "Production"));
  const asMember = { authorization: member, "novu-environment-id": environment._id };
  const made = { name: "Fuzz", role: "admin", type: "organization" };
  const { key: apiKey } = Key.parse(await client(origin, asMember)("POST", "/v1/api-keys", made)).data;
  const key = `ApiKey ${apiKey}`;
  const call = client(origin, { authorization: key });
  const create = async (path: string, body: object) => Created.parse(await call("POST", path, body)).data._id;

  for (const subscriberId of [SUBSCRIBER, "grace", "charles"]) {
    await call("POST", "/v1/subscribers", { subscriberId, email: `${subscriberId}@example.com` });
  }
  for (const topic of [TOPIC, "former-crew"]) await call("POST", "/v1/topics", { key: topic, name: "Crew" });
  await call("POST", `/v1/topics/${TOPIC}/subscribers`, { subscribers: [SUBSCRIBER] });
  for (const identifier of [TENANT, "umbrella"]) await call("POST", "/v1/tenants", { identifier, name: "Acme Ltd" });
  const group = await create("/v1/notification-groups", { name: "Orders" });
  const workflowOf = async (name: string, steps: object[]) => {
    const body = { name, notificationGroupId: group, active: true, steps };
    const answer = await call("POST", "/v1/workflows", body);
    return { id: Created.parse(answer).data._id, identifier: Workflow.parse(answer).data.triggers[0].identifier };
  };
  const workflow = await workflowOf("Order shipped", STEPS);
  const digested = await workflowOf("Orders of the day", DIGEST_STEPS);
  const unused = await workflowOf("Order lost", STEPS);
  const texts = { hello: "Hello {{name}}" };
  for (const identifier of [TRANSLATIONS, "unprinted"]) {
    await call("POST", "/v1/translations", { name: "Orders", identifier });
    await call("PUT", `/v1/translations/${identifier}/locales/en`, texts);
  }
  const tenant = orThrow(Rows.parse(await call("GET", "/v1/tenants")).data[0])._id;
  const layoutOf = (identifier: string) =>
    create("/v1/layouts", { name: identifier, identifier, content: "<main>{{{body}}}</main>" });
  const integrationOf = (identifier: string) =>
    create("/v1/integrations", { providerId: "nodemailer", channel: "email", identifier, active: false, check: false });
  const endpointOf = () => create("/v1/webhook-endpoints", { url: "https://example.com/belfry" });
  const scheduleOf = (name: string) =>
    create("/v1/schedules", {
      name,
      workflow: workflow.identifier,
      to: SUBSCRIBER,
      recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
    });
  const overrideOf = (workflowId: string) => create("/v1/workflow-overrides", { workflowId, tenantId: tenant });
  const endpoint = await endpointOf();
  const endpointMessage = await create(`/v1/webhook-endpoints/${endpoint}/test`, {});
  const trigger = async (name: string) =>
    Triggered.parse(await call("POST", "/v1/events/trigger", { name, to: SUBSCRIBER, payload: { orderId: "A-1001" } }))
      .data.transactionId;
  const transactionId = await trigger(workflow.identifier);
  await trigger(digested.identifier);
  const first = (path: string) => firstOf(() => call("GET", path));
  const message = await first("/v1/messages?channel=in_app");
  const run = await first("/v1/notifications");
  const session = { applicationIdentifier: environment.identifier, subscriber: { subscriberId: SUBSCRIBER } };
  const opened = Token.parse(await visitor("POST", "/v1/inbox/session", session)).data.token;
  const link = Link.parse(await call("POST", `/v1/subscribers/${SUBSCRIBER}/preferences/link`, {})).data.url;
  const organization = Created.parse(await client(origin, asMember)("GET", "/v1/organizations/me")).data;

  return {
    credentials: { key, member, subscriber: `Bearer ${opened}` },
    environmentId: environment._id,
    values: {
      subscriberId: SUBSCRIBER,
      transactionId,
      workflowId: workflow.id,
      messageId: message,
      notificationId: message,
      runId: run,
      environmentId: environment._id,
      organizationId: organization._id,
      topicKey: TOPIC,
      "events.name": workflow.identifier,
      notificationGroupId: group,
      applicationIdentifier: environment.identifier,
      "preferences-page.token": link.slice(link.lastIndexOf("/") + 1),
      "topics.key": TOPIC,
      "topics.identifier": `tk_${TOPIC}:si_${SUBSCRIBER}`,
      "tenants.identifier": TENANT,
      "translations.identifier": TRANSLATIONS,
      "translations.locale": "en",
      "workflow-overrides.tenantId": tenant,
      "workflow-overrides.overrideId": await overrideOf(workflow.id),
      "workflows.id": workflow.id,
      "notification-templates.id": workflow.id,
      "notification-groups.id": group,
      "layouts.id": await layoutOf(LAYOUT),
      "layouts.layoutId": LAYOUT,
      "feeds.id": await create("/v1/feeds", { name: "billing" }),
      "integrations.id": await integrationOf("mail"),
      "webhook-endpoints.id": endpoint,
      "webhook-endpoints.messageId": endpointMessage,
      "schedules.id": await scheduleOf("Every week"),
      "digests.digestId": await first("/v1/digests"),
      "outbox.id": await first("/v1/outbox"),
      "changes.changeId": await first("/v1/changes?promoted=false"),
      "notifications.resumptionId": await create("/v1/notifications/resumptions", { runIds: [run] }),
      "notifications.cancellationId": await create("/v1/notifications/cancellations", { runIds: [run] }),
      "imports.id": await create("/v1/imports?kind=subscribers", [{ subscriberId: SUBSCRIBER }]),
      "erasures.id": await create("/v1/subscribers/charles/erase", {}),
      "environments.id": environment._id,
      "environments.targetEnvironmentId": production._id,
    },
    deletable: {
      subscriberId: "grace",
      "topics.key": "former-crew",
      "tenants.identifier": "umbrella",
      "translations.identifier": "unprinted",
      "workflow-overrides.overrideId": await overrideOf(unused.id),
      "workflows.id": unused.id,
      "workflows.workflowId": unused.id,
      "notification-groups.id": await create("/v1/notification-groups", { name: "Lost" }),
      "layouts.id": await layoutOf("unused"),
      "layouts.layoutId": "unused",
      "feeds.id": await create("/v1/feeds", { name: "lost" }),
      "integrations.id": await integrationOf("unused"),
      "webhook-endpoints.id": await endpointOf(),
      "schedules.id": await scheduleOf("Never"),
      "environments.id": await createStaging(client(origin, asMember)),
    },
  };
}

type Call = (method: "GET" | "POST" | "PUT", path: string, body?: object) => Promise<unknown>;

const createStaging = async (call: Call): Promise<string> =>
  Created.parse(await call("POST", "/v1/environments", { name: "Staging" })).data._id;

/** A client of the API with these headers. Throws when an answer is no success. */
export function client(origin: string, headers: Record<string, string>): Call {
  return async (method, path, body) => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
}

/** Returns the id of the first row once there is one: the worker creates it. */
async function firstOf(list: () => Promise<unknown>): Promise<string> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const [row] = Rows.parse(await list()).data;
    if (row) return row._id;
    if (Date.now() > deadline) throw new Error("the worker has not created what the sample data needs");
    await sleep(100);
  }
}

function orThrow<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the API did not return what the sample data needs");
  return value;
}
