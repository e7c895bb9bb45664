import type { WaitingCount } from "#contract/waiting.ts";
import type { Database } from "#db/client.ts";
import { countWaiting, type WaitingFilter } from "#db/queries/waiting/waiting.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { Scope } from "#db/scope.ts";
import { waitingCountViews } from "../../views/activity/waiting.ts";

/** Counts what waits, by kind and workflow; of each workflow up to `most` rows. */
export async function waitingCounts(
  db: Database,
  scope: Scope,
  filter: WaitingFilter & { most?: number },
): Promise<WaitingCount[]> {
  const rows = await countWaiting(db, scope, filter);
  const versionIds = [...new Set(rows.flatMap(({ versionId }) => versionId ?? []))];
  const versions = await Promise.all(versionIds.map((id) => pinnedVersion(db, id)));
  const stepsOf = new Map(
    versions.map(({ version, steps }) => [version.id, steps.filter(({ active }) => active)] as const),
  );
  return waitingCountViews(rows, ({ versionId, position }) =>
    versionId === null || position === null ? null : stepsOf.get(versionId)?.[position]?.type,
  );
}
