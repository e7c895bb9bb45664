import type { Database } from "../../client.ts";

/** Has the open windows of these runs at a step end at other moments. */
export async function moveWindows(
  db: Database,
  stepId: string,
  moved: readonly { runId: string; closesAt: Date }[],
): Promise<void> {
  if (moved.length === 0) return;
  await db.$hot`
    update digest_windows w set closes_at = asked.closes_at
    from unnest(${moved.map(({ runId }) => runId)}::uuid[],
      ${moved.map(({ closesAt }) => closesAt.toISOString())}::text[]::timestamptz[]) as asked (run_id, closes_at)
    where w.master_run_id = asked.run_id and w.step_id = ${stepId} and w.closed_at is null`;
}
