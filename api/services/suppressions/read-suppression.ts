import type { Suppression } from "#contract/suppressions.ts";
import type { Database } from "#db/client.ts";
import { findLifted, findVendorLifts } from "#db/queries/suppressions/lifted.ts";
import { getSuppression } from "#db/queries/suppressions/suppressions.ts";
import type { Scope } from "#db/scope.ts";
import { liftedView, suppressionView } from "../../views/suppressions.ts";

/** Returns an entry of the list, or one that was lifted. Throws `not_found`. */
export async function readSuppression(db: Database, scope: Scope, id: string): Promise<Suppression> {
  const lifted = await findLifted(db, scope, id);
  if (!lifted) return suppressionView(await getSuppression(db, scope, id));
  const vendors = await findVendorLifts(db, scope, [id]);
  return liftedView(lifted, vendors.get(id) ?? []);
}
