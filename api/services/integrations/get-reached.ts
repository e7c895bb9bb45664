import { getIntegration, type IntegrationRow } from "#db/queries/integrations/integrations.ts";
import type { Executor } from "#db/transaction.ts";
import type { CallContext } from "../../caller.ts";
import { requireReach } from "../reach.ts";

/** An integration of an environment that the caller reaches. Throws `not_found` and `forbidden`. */
export async function getReached(db: Executor, { scope, caller }: CallContext, id: string): Promise<IntegrationRow> {
  const row = await getIntegration(db, scope, id);
  requireReach(caller, row.environmentId);
  return row;
}
