import type { Config } from "#config.ts";
import type { ApiKeyType } from "#contract/constants/api-keys.ts";
import { DEMO_WORKFLOW } from "#contract/constants/demo.ts";
import { CreateWorkflow } from "#contract/workflows/workflows.ts";
import { newApiKey } from "./api-key.ts";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { decrypt } from "./encryption.ts";
import { hashPassword } from "./password-hash.ts";
import { recordWorkflow } from "./queries/changes/record-workflow.ts";
import { type ApiKeyRow, insertApiKey, listOrganizationApiKeys } from "./queries/environments/api-keys.ts";
import { type EnvironmentRow, listEnvironments } from "./queries/environments/environments.ts";
import { listNotificationGroups } from "./queries/notification-groups/notification-groups.ts";
import { createOrganization, listOrganizationsOf } from "./queries/organizations/organizations.ts";
import { findSubscriber } from "./queries/subscribers/subscribers.ts";
import { compareSubscribers, upsertSubscribers } from "./queries/subscribers/upsert-subscribers.ts";
import { addTopicSubscribers, insertTopic, listTopics } from "./queries/topics/topics.ts";
import { ensureUser, findUserByEmail, updateUser } from "./queries/users/users.ts";
import { insertWorkflow, newWorkflow } from "./queries/workflows/save-workflow.ts";
import { findWorkflowByTrigger } from "./queries/workflows/workflows.ts";
import type { Scope } from "./scope.ts";
import { taggedOf } from "./transaction.ts";

/** The addresses and credentials with which a person tries Belfry out. */
interface Demo {
  /** Of Development. */
  apiKey: string;
  /** Reaches beyond Development. */
  organizationApiKey: string;
  applicationIdentifier: string;
  environmentId: string;
  email: string;
  password: string;
  workflowIdentifier: string;
  subscriberId: string;
}

const ORGANIZATION = "Demo";
const EMAIL = "demo@belfry.local";
const PASSWORD = "Belfry-demo-1";
const SUBSCRIBER = "demo-subscriber";
const TOPIC = "everyone";

/**
 * Makes the demo organisation, with a member who can sign in, a workflow that can be triggered and a subscriber to
 * trigger it for. What is there already stays as it is, also where somebody has changed it; any number of processes may
 * seed at once. Throws in production mode, where a login that everybody knows would be an open door.
 */
export async function seed({ databaseUrl, config }: { databaseUrl: string; config: Config }): Promise<Demo> {
  if (config.mode === "production") {
    throw new Error("There is no demo organisation in production mode: set BELFRY_MODE=development to get one.");
  }
  const db = openDatabase(databaseUrl, { poolSize: 3 });
  try {
    const lock = await db.$client.reserve();
    try {
      await lock`select pg_advisory_lock(hashtext('belfry.seed'))`;
      return await seedDemo(db, config);
    } finally {
      await lock`select pg_advisory_unlock(hashtext('belfry.seed'))`;
      lock.release();
    }
  } finally {
    await closeDatabase(db);
  }
}

async function seedDemo(db: Database, config: Config): Promise<Demo> {
  const userId = await ensureMember(db);
  const { environment, scope } = await ensureDevelopment(db, userId, config);
  await ensureWorkflow(db, scope, userId);
  await ensureSubscriber(db, scope);
  await ensureTopic(db, scope);
  const keys = (await listOrganizationApiKeys(db, scope.organizationId)).filter(
    ({ environmentId }) => environmentId === scope.environmentId,
  );
  const keyOf = (type: ApiKeyType) => ensureKey(db, scope, { type, keys, userId, config });
  return {
    apiKey: await keyOf("environment"),
    organizationApiKey: await keyOf("organization"),
    applicationIdentifier: environment.identifier,
    environmentId: environment.id,
    email: EMAIL,
    password: PASSWORD,
    workflowIdentifier: DEMO_WORKFLOW,
    subscriberId: SUBSCRIBER,
  };
}

/**
 * A key of the demo in clear, which is made unless there is one. Unlike other organisation keys, that of the demo is stored so that it
 * can be shown again.
 */
async function ensureKey(
  db: Database,
  scope: Scope,
  { type, keys, userId, config }: { type: ApiKeyType; keys: ApiKeyRow[]; userId: string; config: Config },
): Promise<string> {
  const found = keys.find((key) => key.type === type && key.encryptedKey !== null);
  if (found?.encryptedKey) return readKey(found.encryptedKey, config.encryptionKey);
  const { key, ...stored } = newApiKey(config.encryptionKey);
  await db.transaction((transaction) => insertApiKey(transaction, { ...scope, ...stored, userId, type, name: "Demo" }));
  return key;
}

function readKey(encryptedKey: string, encryptionKey: Buffer): string {
  try {
    return decrypt(encryptedKey, encryptionKey);
  } catch (cause) {
    const remedy = "bring back the one it was made with, or delete the data folder to start afresh";
    throw new Error(`The stored API keys cannot be read with this BELFRY_ENCRYPTION_KEY: ${remedy}.`, { cause });
  }
}

async function ensureMember(db: Database): Promise<string> {
  const found = await findUserByEmail(db, EMAIL);
  if (found?.passwordHash) return found.id;
  const passwordHash = await hashPassword(PASSWORD);
  if (found) {
    // Production mode has ended its access meanwhile.
    await db.transaction((transaction) => updateUser(transaction, found.id, { passwordHash }));
    return found.id;
  }
  const person = { firstName: "Demo", lastName: "Member", email: EMAIL };
  const { id } = await ensureUser(db, { ...person, passwordHash, isDemo: true });
  return id;
}

async function ensureDevelopment(
  db: Database,
  userId: string,
  config: Config,
): Promise<{ environment: EnvironmentRow; scope: Scope }> {
  const [joined] = await listOrganizationsOf(db, userId);
  const organization =
    joined ??
    (
      await db.transaction((transaction) =>
        createOrganization(transaction, { name: ORGANIZATION, creatorId: userId, config }),
      )
    ).organization;
  const [environment] = await listEnvironments(db, organization.id);
  if (!environment)
    throw new Error("The demo organisation has no environment: delete the data folder to start afresh.");
  return { environment, scope: { organizationId: organization.id, environmentId: environment.id } };
}

async function ensureWorkflow(db: Database, scope: Scope, userId: string): Promise<void> {
  if (await findWorkflowByTrigger(db, scope, DEMO_WORKFLOW)) return;
  const [group] = await listNotificationGroups(db, scope);
  if (!group)
    throw new Error("The demo organisation has no notification group: delete the data folder to start afresh.");
  await db.transaction(async (transaction) => {
    const { id } = await insertWorkflow(transaction, scope, newWorkflow(userId, welcomeWorkflow(group.id)));
    await recordWorkflow(transaction, scope, userId, id);
  });
}

/** Says its product's name also when a trigger does not, so that the first `curl` may stay short. */
function welcomeWorkflow(notificationGroupId: string): CreateWorkflow {
  const variables = [{ name: "product", type: "String", defaultValue: "Belfry" }];
  return CreateWorkflow.parse({
    name: "Welcome",
    description: "Greets a subscriber in the inbox and by e-mail.",
    notificationGroupId,
    active: true,
    tags: ["demo"],
    steps: [
      {
        name: "Inbox",
        template: {
          type: "in_app",
          content: "Hello {{subscriber.firstName | default: 'there'}}, welcome to {{payload.product}}.",
          variables,
        },
      },
      {
        name: "E-mail",
        template: {
          type: "email",
          contentType: "editor",
          subject: "Welcome to {{payload.product}}",
          content: [
            { type: "text", content: "Hello {{subscriber.firstName}}," },
            {
              type: "text",
              content: "{{payload.product}} can reach you now. This e-mail was kept in the outbox of this machine.",
            },
          ],
          variables,
        },
      },
    ],
  });
}

async function ensureSubscriber(db: Database, scope: Scope): Promise<void> {
  if (await findSubscriber(db, scope, SUBSCRIBER)) return;
  const demo = await compareSubscribers(db, scope, [
    { subscriberId: SUBSCRIBER, firstName: "Robin", lastName: "Ringer", email: "robin@example.com", locale: "en" },
  ]);
  await db.transaction((transaction) => upsertSubscribers(transaction, scope, demo));
}

async function ensureTopic(db: Database, scope: Scope): Promise<void> {
  const { totalCount } = await listTopics(db, scope, { page: 0, limit: 1, key: TOPIC });
  if (totalCount > 0) return;
  await db.transaction(async (transaction) => {
    await insertTopic(taggedOf(transaction), scope, { key: TOPIC, name: "Everyone" });
    await addTopicSubscribers(transaction, scope, TOPIC, [SUBSCRIBER]);
  });
}
