import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";

const MOVED = columnsOf<{ runId: string; closesAt: Date }>("asked", { runId: "uuid", closesAt: "timestamptz" });

/** Has the open windows of these runs at a step end at other moments. They are locked in the order in which they are joined and closed. */
export async function moveWindows(
  db: Database,
  stepId: string,
  moved: readonly { runId: string; closesAt: Date }[],
): Promise<void> {
  if (moved.length === 0) return;
  await db.$hot`
    with picked as (
      select w.id, asked.closes_at
      from ${rowsOf(db.$hot, MOVED, moved)}
      join digest_windows w on w.master_run_id = asked.run_id
      where w.step_id = ${stepId} and w.closed_at is null
      order by w.subscriber_id, w.id for update of w
    )
    update digest_windows w set closes_at = picked.closes_at from picked where w.id = picked.id`;
}
