import { DAY } from "#contract/constants/values/times.ts";
import type { SimulateWait, WaitSimulation } from "#contract/v2/step-waits.ts";
import { subscribersById } from "#db/queries/subscribers/living-subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { momentAt } from "#domain/times/day-moments.ts";
import { dayIn } from "#domain/times/timed-schedule.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";
import type { Explainer } from "#explain/explainer.ts";
import { loadWorkflow } from "./load-workflow.ts";
import { metadataOfUnsaved } from "./unsaved-wait.ts";

const DAYS = 7;
/** Messages that are listed. */
const LISTED = 10;
/** Longest key that is shown; of a longer one only the beginning is. */
const KEY_MAX = 100;

/**
 * Goes through the events of the last seven days with a step as an editor has it. Throws `not_found` for an unknown workflow, and
 * `invalid_input`, which names the control.
 */
export async function simulateUnsavedWait(
  services: PlanServices & { explainer: Pick<Explainer, "simulateWaits"> },
  scope: Scope,
  reference: string,
  { type, controlValues, timezone }: SimulateWait,
): Promise<WaitSimulation> {
  const { workflow } = await loadWorkflow(services.db, scope, reference);
  const metadata = metadataOfUnsaved(type, controlValues);
  const { waitDays } = await organizationPlan(services, scope);
  const until = new Date();
  const since = new Date(until.getTime() - DAYS * DAY);
  const past = await services.explainer.simulateWaits({
    scope,
    workflowId: workflow.id,
    type,
    metadata,
    waitDays,
    since,
  });
  const sent = past.messages.filter(({ at }) => at <= until);
  const counts = sent.map(({ count }) => count).sort((a, b) => a - b);
  const first = sent.slice(0, LISTED);
  const subscribers = await subscribersById(
    services.db,
    scope,
    first.map(({ subscriberId }) => subscriberId),
  );
  return {
    from: past.from.toISOString(),
    until: until.toISOString(),
    events: past.events,
    runs: past.runs.length,
    isCut: past.isCut,
    messages: sent.length,
    waiting: past.messages.length - sent.length,
    letThrough: past.letThrough,
    dropped: past.dropped.length,
    failed: past.failed,
    ...(past.problem !== undefined && { problem: past.problem }),
    largest: counts.at(-1) ?? 0,
    median: median(counts),
    days: countByDay(
      { runs: past.runs, messages: sent.map(({ at }) => at), dropped: past.dropped },
      { since, until, timezone },
    ),
    first: first.map(({ at, subscriberId, key, count }) => {
      const known = subscribers.get(subscriberId)?.subscriberId;
      return {
        at: at.toISOString(),
        ...(known !== undefined && { subscriberId: known }),
        ...(key !== "" && { key: shownKey(key) }),
        count,
      };
    }),
  };
}

/** Of numbers in order. */
function median(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2;
  return ((numbers[Math.floor(middle)] ?? 0) + (numbers[Math.ceil(middle)] ?? 0)) / 2;
}

type Counted = Record<"runs" | "messages" | "dropped", readonly Date[]>;

/** Counts moments by the days of a zone. */
function countByDay(
  { runs, messages, dropped }: Counted,
  { since, until, timezone }: { since: Date; until: Date; timezone: string },
): WaitSimulation["days"] {
  const first = dayIn(timezone, since).getTime();
  const last = dayIn(timezone, until).getTime();
  const days: WaitSimulation["days"] = [];
  for (let day = first; day <= last; day += DAY) {
    // A day that the zone skipped has no moments.
    const from = momentAt(day, 0, timezone) ?? day;
    const to = momentAt(day + DAY, 0, timezone) ?? from;
    const within = (moments: readonly Date[]) =>
      moments.filter((at) => at.getTime() >= from && at.getTime() < to).length;
    days.push({
      day: new Date(day).toISOString().slice(0, 10),
      runs: within(runs),
      messages: within(messages),
      dropped: within(dropped),
    });
  }
  return days;
}

/** A key is the JSON of a value: a text is shown without its quotes. */
function shownKey(key: string): string {
  const value: unknown = key.startsWith('"') ? JSON.parse(key) : key;
  const text = String(value);
  return text.length > KEY_MAX ? `${text.slice(0, KEY_MAX - 1)}…` : text;
}
