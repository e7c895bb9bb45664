import { sizeOf } from "#domain/values/data-size.ts";
import type { CutOffs } from "./cut-offs.ts";
import { MEMBER_MS, STUCK_MS, TASK_MEMBERS, TASK_VARIABLES } from "./limits.ts";
import type { Outcome } from "./render-outcome.ts";
import type { TaskResult } from "./render-threads.ts";
import type { RenderWork } from "./render-work.ts";

const REASONS = {
  time: `The template took longer than ${MEMBER_MS} ms to render`,
  memory: "The template needed more memory than a message may take",
};

/**
 * Renders for members in threads, one small task after the other, so that the templates of other calls get their turns
 * in between. A member who took too long is tried a second time, because the clock also runs while a busy machine lets
 * the thread wait. A template that is cut off again and again fails for the remaining members without being tried.
 */
export async function renderInThreads<V, T>(
  { key, signal, run }: Pick<RenderWork<V, T>, "key" | "signal" | "run">,
  members: readonly V[],
  cutOffs: CutOffs,
): Promise<Map<V, Outcome<T>>> {
  const outcomes = new Map<V, Outcome<T>>();
  const triedOnce = new Set<V>();
  let pending = members;
  while (pending.length > 0) {
    signal?.throwIfAborted();
    const pause = cutOffs.pauseOf(key);
    if (pause !== undefined) {
      for (const member of pending) outcomes.set(member, { error: pause });
      break;
    }
    const some = pending.slice(0, taskLength(pending));
    for (const [member, outcome] of outcomesOf(await run(some, STUCK_MS), some)) {
      const tookTooLong = "error" in outcome && outcome.limit === "time";
      if (tookTooLong && !triedOnce.has(member)) triedOnce.add(member);
      else outcomes.set(member, noted(outcome, cutOffs, key));
    }
    pending = pending.filter((member) => !outcomes.has(member));
  }
  return outcomes;
}

/** Outcomes of a task. A thread that was ended takes the results of the members before with it: they are repeated. */
function outcomesOf<V, T>(task: TaskResult<Outcome<T>[]>, some: readonly V[]): [V, Outcome<T>][] {
  return some.flatMap((member, index): [V, Outcome<T>][] => {
    if ("endedAt" in task) return index === task.endedAt ? [[member, { error: "", limit: task.limit }]] : [];
    const outcome = task.result[index];
    return outcome ? [[member, outcome]] : [];
  });
}

function noted<T>(outcome: Outcome<T>, cutOffs: CutOffs, key: string): Outcome<T> {
  if ("value" in outcome || outcome.limit === undefined) {
    cutOffs.clear(key);
    return outcome;
  }
  const error = REASONS[outcome.limit];
  cutOffs.add(key, error);
  return { error, limit: outcome.limit };
}

/** Members of the next task: they and their variables are copied to the thread at a stretch. */
function taskLength(pending: readonly unknown[]): number {
  let size = 0;
  let length = 0;
  for (const variables of pending.slice(0, TASK_MEMBERS)) {
    size += sizeOf(variables, TASK_VARIABLES);
    if (length > 0 && size > TASK_VARIABLES) break;
    length += 1;
  }
  return length;
}
