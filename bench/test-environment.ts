import { z } from "zod";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createOrganization } from "#db/queries/organizations/organizations.ts";
import { ensureUser } from "#db/queries/users/users.ts";
import { environmentLabel } from "#domain/values/environment-label.ts";
import { type Api, createApi } from "./api.ts";
import type { Fixture } from "./fixture.ts";
import { DIGEST_SECONDS } from "./options.ts";

/** An environment with workflows and subscribers, set up through the API. */
export interface TestEnvironment {
  readonly api: Api;
  /** The header by which others call the API as `api` does. */
  readonly authorization: string;
  readonly scope: { readonly organizationId: string; readonly environmentId: string };
  /** Its part of the ids of executions. */
  readonly label: string;
  readonly applicationIdentifier: string;
  /**
   * Trigger identifiers of workflows with one step. `critical` is the in-app one, marked as critical; `digest` has a digest
   * before it.
   */
  readonly workflows: {
    readonly inApp: string;
    readonly email: string;
    readonly critical: string;
    readonly digest: string;
  };
}

export const subscriberIdOf = (index: number): string => `subscriber-${index}`;
export const addressOf = (index: number): string => `subscriber-${index}@example.com`;

export const IN_APP_TEMPLATE = "Hello {{subscriber.firstName}}, order {{orderId}} has left our warehouse.";
const EMAIL_TEMPLATE = [
  "<html><body><h1>On its way</h1><p>Hello {{subscriber.firstName}},</p>",
  "<p>order <b>{{orderId}}</b> has left our warehouse and reaches you within two days.</p></body></html>",
].join("");
export const PAYLOAD = { orderId: "A-1001" };

const digestSteps = [
  { template: { type: "digest" }, metadata: { type: "regular", amount: DIGEST_SECONDS, unit: "seconds" } },
  { template: { type: "in_app", content: "{{ step.total_count }} orders" } },
];

const SUBSCRIBERS_PER_CALL = 500;
const Groups = z.object({ data: z.array(z.object({ _id: z.string() })).min(1) });
const CreatedWorkflow = z.object({
  data: z.object({ triggers: z.tuple([z.object({ identifier: z.string() })]) }),
});

/** Creates an organisation of that name and fills its Development environment. */
export async function createTestEnvironment(
  fixture: Fixture,
  { organization, subscribers }: { organization: string; subscribers: number },
): Promise<TestEnvironment> {
  const { development, organizationId } = await createAccount(fixture, organization);
  const authorization = `ApiKey ${development.apiKey}`;
  const api = createApi(fixture.url, authorization);
  const [group] = Groups.parse(await api.get("/notification-groups")).data;
  const createWorkflow = async (name: string, template: object, settings: object = {}) => {
    const steps = [{ template }];
    const workflow = { name, notificationGroupId: group?._id, active: true, steps, ...settings };
    const { data } = CreatedWorkflow.parse(await api.post("/workflows", workflow));
    return data.triggers[0].identifier;
  };
  const workflows = {
    inApp: await createWorkflow("Order shipped", { type: "in_app", content: IN_APP_TEMPLATE }),
    email: await createWorkflow("Order shipped by email", {
      type: "email",
      contentType: "customHtml",
      subject: "Order {{orderId}} has been shipped",
      content: EMAIL_TEMPLATE,
    }),
    critical: await createWorkflow("Order stopped", { type: "in_app", content: IN_APP_TEMPLATE }, { critical: true }),
    digest: await createWorkflow("Orders shipped", {}, { steps: digestSteps }),
  };
  for (let from = 0; from < subscribers; from += SUBSCRIBERS_PER_CALL) {
    const length = Math.min(SUBSCRIBERS_PER_CALL, subscribers - from);
    const page = Array.from({ length }, (_, index) => aSubscriber(from + index));
    await api.post("/subscribers/bulk", { subscribers: page });
  }
  return {
    api,
    authorization,
    scope: { organizationId, environmentId: development.id },
    label: environmentLabel(development.name, development.id),
    applicationIdentifier: development.identifier,
    workflows,
  };
}

const aSubscriber = (index: number) => ({
  subscriberId: subscriberIdOf(index),
  firstName: `Ada ${index}`,
  lastName: "Lovelace",
  email: addressOf(index),
});

/** Writes to the database, as the API has no call that signs up. */
async function createAccount({ databaseUrl, encryptionKey }: Fixture, name: string) {
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const user = await ensureUser(db, {
      firstName: "Grace",
      lastName: "Hopper",
      email: "grace@example.com",
      passwordHash: null,
    });
    const { organization, development } = await db.transaction((transaction) =>
      createOrganization(transaction, {
        name,
        creatorId: user.id,
        config: { encryptionKey, demoLimits: { email: 300, sms: 20 } },
      }),
    );
    return { organizationId: organization.id, development };
  } finally {
    await closeDatabase(db);
  }
}

const PrimaryIntegration = z.object({ data: z.object({ _id: z.string() }) });

/** Makes a mail server of this machine the one that the environment's emails are sent through. */
export async function sendEmailThrough({ api }: TestEnvironment, port: number): Promise<void> {
  const integration = {
    providerId: "nodemailer",
    channel: "email",
    active: true,
    check: false,
    credentials: { host: "127.0.0.1", port: String(port), from: "shop@example.com", senderName: "Shop" },
  };
  const { data } = PrimaryIntegration.parse(await api.post("/integrations", integration));
  await api.post(`/integrations/${data._id}/set-primary`, {});
}

const Session = z.object({ data: z.object({ token: z.string() }) });

/** Opens an inbox session as the widget does. Returns its token. */
export async function inboxToken(
  { url }: Fixture,
  environment: TestEnvironment,
  subscriberId: string,
): Promise<string> {
  const { applicationIdentifier } = environment;
  const body = { applicationIdentifier, subscriberId, hmacHash: null };
  return Session.parse(await createApi(url).post("/widgets/session/initialize", body)).data.token;
}
