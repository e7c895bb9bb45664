import type { StepType } from "#contract/constants/channels.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import type { Database } from "../../client.ts";
import { messageIdOf } from "../../derived-ids.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { EventRow } from "../events/insert-event.ts";

/** A step that a run has passed. Moments are Postgres' texts. */
export interface EarlierStep {
  stepId: string;
  position: number;
  type: StepType;
  status: JobStatus;
  error: string | null;
  output: StepOutput | null;
  createdAt: string;
  finishedAt: string | null;
  /** Of an in-app step; null without a message. */
  message: MessageState | null;
}

interface MessageState {
  seen: boolean;
  read: boolean;
  lastSeenAt: string | null;
  lastReadAt: string | null;
}

type StoredStep = Omit<EarlierStep, "message"> & { id: string; runId: string };

const RUNS = columnsOf<{ runId: string; position: number }>(
  "r",
  { position: "int" },
  { id: ["uuid", ({ runId }) => runId] },
);

/** The steps before the one at which each of these runs stands: by run, in their order. */
export async function readEarlierSteps(
  db: Database,
  event: EventRow,
  runs: readonly { runId: string; position: number }[],
): Promise<Map<string, EarlierStep[]>> {
  const sql = db.$hot;
  const steps = await sql<StoredStep[]>`
    select j.id, j.run_id as "runId", j.step_id as "stepId", j.position, j.type, j.status, j.error ->> 'message' as error,
      j.output, j.created_at as "createdAt", j.finished_at as "finishedAt"
    from ${rowsOf(sql, RUNS, runs)}
    cross join lateral (
      select * from jobs
      where run_id = r.id and expire_at = ${event.expireAt.toISOString()} and position < r.position offset 0) as j
    order by j.run_id, j.position`;
  const inApp = new Map(steps.flatMap(({ id, type }) => (type === "in_app" ? [[messageIdOf(id), id]] : [])));
  const messages = new Map<string, MessageState>();
  if (inApp.size > 0) {
    const rows = await sql<(MessageState & { id: string })[]>`
      select id, seen, read, last_seen_at as "lastSeenAt", last_read_at as "lastReadAt" from messages
      where id = any(${[...inApp.keys()]}::uuid[])
        and ${filterByEnvironment(sql, "environment_id", event.environmentId)}`;
    for (const { id, ...state } of rows) messages.set(inApp.get(id) ?? "", state);
  }
  const byRun = new Map<string, EarlierStep[]>(runs.map(({ runId }) => [runId, []]));
  for (const { id, runId, ...step } of steps) byRun.get(runId)?.push({ ...step, message: messages.get(id) ?? null });
  return byRun;
}
