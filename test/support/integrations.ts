import { randomUUID } from "node:crypto";
import type { Channel } from "#contract/constants/channels.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { Database } from "#db/client.ts";
import { integrations } from "#db/schema/integrations.ts";
import type { Scope } from "#db/scope.ts";

/** An integration, active and without credentials unless said otherwise. Returns its id. */
export async function addIntegration(
  db: Database,
  scope: Scope,
  integration: {
    channel: Channel;
    providerId: string;
    identifier: string;
    active?: boolean;
    credentials?: object;
    conditions?: Filter[];
  },
): Promise<string> {
  const { active = true, credentials = {}, ...rest } = integration;
  const [row] = await db
    .insert(integrations)
    .values({ ...scope, ...rest, name: rest.identifier, credentials: { ...credentials }, active })
    .returning({ id: integrations.id });
  if (!row) throw new Error("the integration was not stored");
  return row.id;
}

/** Sends the environment's mail to an SMTP server on this machine. Returns the integration's id. */
export async function addSmtpServer(db: Database, scope: Scope, port: number): Promise<string> {
  await db.$client`
    update integrations set "primary" = false where environment_id = ${scope.environmentId} and channel = 'email'`;
  const credentials = { host: "127.0.0.1", port, from: "hello@belfry.example", senderName: "Belfry" };
  const [row] = await db
    .insert(integrations)
    .values({
      ...scope,
      providerId: "nodemailer",
      channel: "email",
      name: "SMTP",
      identifier: `smtp-${randomUUID()}`,
      credentials,
      active: true,
      primary: true,
      priority: 2,
    })
    .returning({ id: integrations.id });
  if (!row) throw new Error("the integration was not stored");
  return row.id;
}
