import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER, IN_APP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { DEFAULT_LAYOUT } from "#domain/templates/email/layout.ts";
import { withShortSuffix } from "#domain/values/slug.ts";
import { newApiKey } from "../../api-key.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { members } from "../../schema/accounts/members.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { integrations } from "../../schema/integrations.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { type ApiKeyRow, insertApiKey } from "../environments/api-keys.ts";
import type { EnvironmentRow } from "../environments/environments.ts";
import { insertLayout } from "../layouts/layouts.ts";

export type OrganizationRow = typeof organizations.$inferSelect;

/** The settings that decide what an environment has from the start. */
export interface NewEnvironmentConfig {
  /** Encrypts the API keys at rest. */
  readonly encryptionKey: Buffer;
  /** Messages of the demo providers in a month; 0 for one that is switched off here. */
  readonly demoLimits: { readonly email: number; readonly sms: number };
}

export interface NewOrganization {
  name: string;
  /** The person who becomes its first administrator and owns its API keys. */
  creatorId: string;
  config: NewEnvironmentConfig;
  details?: Partial<Pick<OrganizationRow, "logo" | "domain" | "language" | "productUseCases">>;
}

/** An environment as it came into being, with its only key in clear. */
export interface NewEnvironment extends EnvironmentRow {
  apiKey: string;
  apiKeyRow: ApiKeyRow;
}

interface BuiltIn {
  channel: Channel;
  providerId: string;
  name: string;
  primary: boolean;
}

/** The integrations that every environment has from the start, without demo providers that are switched off here. */
const builtIn = ({ demoLimits }: NewEnvironmentConfig): BuiltIn[] => [
  { channel: "in_app", providerId: IN_APP_PROVIDER, name: "Belfry Inbox", primary: false },
  ...(demoLimits.email === 0
    ? []
    : [{ channel: "email" as const, providerId: DEMO_EMAIL_PROVIDER, name: "Belfry Email", primary: true }]),
  ...(demoLimits.sms === 0
    ? []
    : [{ channel: "sms" as const, providerId: DEMO_SMS_PROVIDER, name: "Belfry SMS", primary: true }]),
];

/**
 * An organisation with everything that it needs to send: its creator as administrator, Development and Production with
 * one key each, the group General and the built-in integrations; Development with a default layout, which Production gets by
 * promotion.
 */
export async function createOrganization(
  transaction: Transaction,
  { name, creatorId, config, details }: NewOrganization,
): Promise<{ organization: OrganizationRow; development: NewEnvironment; production: NewEnvironment }> {
  const organization = inserted(
    await transaction
      .insert(organizations)
      .values({ name, ...details })
      .returning(),
  );
  const organizationId = organization.id;
  await transaction.insert(members).values({ organizationId, userId: creatorId, roles: ["admin"], status: "active" });
  const create = (environment: { name: string; parentId?: string }) =>
    createEnvironment(transaction, { ...environment, organizationId, creatorId, config });
  const development = await create({ name: "Development" });
  const production = await create({ name: "Production", parentId: development.id });
  const group = await createGeneralGroup(transaction, { organizationId, environmentId: development.id });
  await createGeneralGroup(transaction, { organizationId, environmentId: production.id, parentId: group.id });
  await createDefaultLayout(transaction, { organizationId, environmentId: development.id }, creatorId);
  return { organization, development, production };
}

/**
 * An environment besides Development and Production, with a key of its creator, the built-in integrations, the group
 * General and a default layout.
 */
export async function createFurtherEnvironment(
  transaction: Transaction,
  environment: {
    name: string;
    color?: string;
    organizationId: string;
    creatorId: string;
    config: NewEnvironmentConfig;
  },
): Promise<NewEnvironment> {
  const created = await createEnvironment(transaction, environment);
  const scope = { organizationId: environment.organizationId, environmentId: created.id };
  await createGeneralGroup(transaction, scope);
  await createDefaultLayout(transaction, scope, environment.creatorId);
  return created;
}

async function createDefaultLayout(transaction: Transaction, scope: Scope, creatorId: string): Promise<void> {
  const layout = { ...DEFAULT_LAYOUT, variables: [], isDefault: true, creatorId };
  await insertLayout(transaction, scope, layout);
}

async function createEnvironment(
  transaction: Transaction,
  environment: {
    name: string;
    color?: string;
    organizationId: string;
    parentId?: string;
    creatorId: string;
    config: NewEnvironmentConfig;
  },
): Promise<NewEnvironment> {
  const { name, color = null, organizationId, parentId, creatorId, config } = environment;
  const row = inserted(
    await transaction
      .insert(environments)
      .values({ organizationId, name, color, identifier: newApplicationIdentifier(), parentId: parentId ?? null })
      .returning(),
  );
  const scope = { organizationId, environmentId: row.id };
  const { key, ...stored } = newApiKey(config.encryptionKey);
  const apiKeyRow = await insertApiKey(transaction, { ...scope, ...stored, userId: creatorId });
  await transaction.insert(integrations).values(
    builtIn(config).map((integration) => ({
      ...scope,
      ...integration,
      identifier: withShortSuffix(integration.providerId, randomUUID()),
      credentials: integration.channel === "in_app" && parentId !== undefined ? { hmac: true } : {},
      active: true,
    })),
  );
  return { ...row, apiKey: key, apiKeyRow };
}

async function createGeneralGroup(
  transaction: Transaction,
  group: { organizationId: string; environmentId: string; parentId?: string },
) {
  return inserted(
    await transaction
      .insert(notificationGroups)
      .values({ ...group, name: "General" })
      .returning(),
  );
}

/** Public, and the only thing an inbox needs to find its environment: 12 URL-safe characters. */
const newApplicationIdentifier = (): string => randomBytes(9).toString("base64url");

function inserted<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

export async function updateOrganization(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<OrganizationRow, "name" | "branding" | "defaultLocale" | "demandsSecondFactor">>,
): Promise<void> {
  await transaction.update(organizations).set(changes).where(eq(organizations.id, id));
}

export async function findOrganization(db: Executor, id: string): Promise<OrganizationRow | undefined> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
}

export async function findOrganizationByName(db: Executor, name: string): Promise<OrganizationRow | undefined> {
  const [row] = await db.select().from(organizations).where(eq(organizations.name, name)).limit(1);
  return row;
}

/** The organisations that a person is an active member of, oldest membership first. */
export async function listOrganizationsOf(db: Database, userId: string): Promise<OrganizationRow[]> {
  const rows = await db
    .select({ organization: organizations })
    .from(organizations)
    .innerJoin(members, eq(members.organizationId, organizations.id))
    .where(and(eq(members.userId, userId), eq(members.status, "active")))
    .orderBy(asc(members.createdAt), asc(organizations.id));
  return rows.map(({ organization }) => organization);
}
