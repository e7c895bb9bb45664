import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { integrations } from "#db/schema/integrations.ts";
import type { Scope } from "#db/scope.ts";

/** An integration without credentials, active unless said otherwise. Returns its id. */
export async function addIntegration(
  db: Database,
  scope: Scope,
  integration: { channel: Channel; providerId: string; identifier: string; active?: boolean },
): Promise<string> {
  const { active = true, ...rest } = integration;
  const [row] = await db
    .insert(integrations)
    .values({ ...scope, ...rest, name: rest.identifier, credentials: {}, active })
    .returning({ id: integrations.id });
  if (!row) throw new Error("the integration was not stored");
  return row.id;
}
