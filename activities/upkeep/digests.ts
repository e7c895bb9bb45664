import { listEnding } from "#db/queries/digests/end-windows.ts";
import { findOverdueWindows } from "#db/queries/digests/settle-windows.ts";
import { settle } from "../slice/settle-digests.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import type { Look, Pass } from "./pass.ts";
import { createRounds } from "./rounds.ts";

const WINDOWS_TOGETHER = 100;

/** Hands windows over that nobody will close, and ends the runs of those that are not sent. */
export function lostDigests(deps: SliceDeps): Pass[] {
  const { db } = deps;
  const lost = createRounds<{ id: string; isLost: boolean }>(
    ({ overdue }, portion) => findOverdueWindows(db, overdue, portion),
    (windows, look) =>
      settleSome(
        windows.filter(({ isLost }) => isLost).map(({ id }) => id),
        look,
      ),
  );

  return [
    { name: "digest windows without a master", run: async (look) => ({ more: (await lost(look)).through === null }) },
    { name: "digest windows that are ending", run: end },
  ];

  async function settleSome(ids: readonly string[], { hasTime }: Pick<Look, "hasTime">): Promise<number> {
    for (let at = 0; at < ids.length && hasTime(); at += WINDOWS_TOGETHER)
      await settle(deps, ids.slice(at, at + WINDOWS_TOGETHER));
    return ids.length;
  }

  async function end({ hasTime }: Look): Promise<{ more: boolean }> {
    for (let after: string | null = null; hasTime(); ) {
      const ids: string[] = await listEnding(db, { after, limit: WINDOWS_TOGETHER });
      if (ids.length === 0) return { more: false };
      await settle(deps, ids);
      after = ids.at(-1) ?? null;
    }
    return { more: true };
  }
}
