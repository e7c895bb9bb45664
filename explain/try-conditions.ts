import type { DecisionDeps } from "#activities/run/decision-deps.ts";
import { currentEnvironmentValues } from "#activities/run/environment-values.ts";
import { subscriberView, tenantView } from "#activities/run/template-views.ts";
import type { FilterPartType } from "#contract/constants/conditions.ts";
import { isFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { type EventRef, latestEvents, readTriedEvents, type TriedEventRow } from "#db/queries/events/tried-events.ts";
import type { Scope } from "#db/scope.ts";
import { withAssumed } from "#domain/conditions/assumed-conditions.ts";
import { evaluateFilters, partsOf } from "#domain/conditions/conditions.ts";
import type { ConditionContext } from "#domain/conditions/filter-parts.ts";
import { contextViews } from "#domain/contexts.ts";
import { buildConditionContext } from "#domain/templates/context.ts";
import { findPaths } from "#domain/templates/find-variables.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import { type Decided, notKnownInRule, triedRule } from "./try-rule.ts";

export interface TrialInput {
  scope: Scope;
  workflowId: string;
  filters: readonly Filter[];
  /** A rule of JSON logic in place of conditions. */
  rule?: PlainObject | undefined;
  limit: number;
}

export interface TriedEvent extends Decided {
  event: EventRef;
  runId: string | null;
  subscriberId: string | undefined;
}

export interface Trial {
  events: TriedEvent[];
  /** Kinds of conditions that cannot be evaluated afterwards. */
  notKnown: FilterPartType[];
  isComplete: boolean;
}

const TRY_MS = 6_000;
/** Events whose payloads are in memory together. */
const TRIED_TOGETHER = 10;

/** Kinds whose answers were those of the moment of the run, and are not kept. */
const MOMENTARY: readonly FilterPartType[] = ["webhook", "isOnline", "isOnlineInLast", "previousStep", "stepResult"];
const PRESENCE = ["isOnline", "lastOnlineAt"];

/**
 * Evaluates conditions for the latest events of a workflow as a run does, each for its first recipient, with the subscribers and tenants of
 * today. What only the run could know counts as not known. No webhook is called.
 */
export async function tryConditions(
  deps: Pick<DecisionDeps, "db" | "logger" | "renderer" | "config">,
  { scope, workflowId, filters, rule, limit }: TrialInput,
): Promise<Trial> {
  const { db, renderer } = deps;
  const deadline = performance.now() + TRY_MS;
  const variablesIn = await currentEnvironmentValues(deps, scope);
  const latest = await latestEvents(db, scope, { workflowId, limit });
  const events: TriedEvent[] = [];
  let isComplete = true;
  for (let from = 0; from < latest.length && isComplete; from += TRIED_TOGETHER) {
    const portion = latest.slice(from, from + TRIED_TOGETHER);
    const rows = await readTriedEvents(
      db,
      scope,
      portion.map(({ id }) => id),
    );
    const contents = new Map(rows.map((row) => [row.id, row]));
    for (const event of portion) {
      const row = contents.get(event.id);
      if (!row) continue;
      if (performance.now() > deadline) {
        isComplete = false;
        break;
      }
      events.push({
        event,
        runId: row.runId,
        subscriberId: row.subscriber?.subscriberId,
        ...(rule ? triedRule(rule, row, variablesIn) : await tried(row)),
      });
    }
  }
  const kinds = partsOf(filters)
    .filter((part) => isFinished(part) && isMomentary(part))
    .map(({ on }) => (on === "subscriber" ? "isOnline" : on));
  return { events, isComplete, notKnown: rule ? notKnownInRule(rule) : [...new Set(kinds)] };

  async function tried(row: TriedEventRow): Promise<Decided> {
    const context = contextOf(row);
    const isUnknown = (part: FilterPart) => isFinished(part) && (isMomentary(part) || lacksData(part, row));
    try {
      const least = await evaluateFilters(withAssumed(filters, isUnknown, "fail"), context);
      if (least.passed) return { outcome: "passed", conditions: least.conditions, problem: undefined };
      const most = await evaluateFilters(withAssumed(filters, isUnknown, "pass"), context);
      const outcome = most.passed ? "unknown" : "failed";
      return { outcome, conditions: most.conditions, problem: undefined };
    } catch (error) {
      return { outcome: "failed", conditions: [], problem: error instanceof Error ? error.message : String(error) };
    }
  }

  function contextOf({ payload, subscriber, tenant, actor, contexts, contextData }: TriedEventRow): ConditionContext {
    const views = {
      payload,
      subscriber: subscriber ? subscriberView(subscriber) : {},
      tenant: tenant && tenantView(tenant),
      actor: actor && subscriberView(actor),
      context: contextViews(contexts, contextData),
    };
    const variables = buildConditionContext({ ...views, env: variablesIn?.revealed });
    const { environmentId } = scope;
    return {
      payload,
      subscriber: views.subscriber,
      tenant: views.tenant,
      contexts: views.context,
      env: variablesIn,
      now: new Date(),
      ...(variablesIn?.hasSecrets && {
        renderShown: (template: string) =>
          renderer.renderText(template, buildConditionContext({ ...views, env: variablesIn.masked }), {
            environmentId,
          }),
      }),
      renderValue: (template) => renderer.renderText(template, variables, { environmentId }),
    };
  }
}

/** Whether the condition, or the value that it expects, is about the moment of a run. */
const isMomentary = (part: FilterPart): boolean =>
  MOMENTARY.includes(part.on) ||
  (part.on === "subscriber" && PRESENCE.includes(part.field ?? "")) ||
  rootsIn(part.value).some((root) => root === "step" || root === "steps");

/** Whether it is about a recipient or a tenant whom the event has no more. */
function lacksData(part: FilterPart, { subscriber, tenant, tenantIdentifier }: TriedEventRow): boolean {
  const roots = [part.on, ...rootsIn(part.value)];
  const isTenantGone = tenantIdentifier !== null && tenant === null;
  return (subscriber === null && roots.includes("subscriber")) || (isTenantGone && roots.includes("tenant"));
}

/** The first names of the variables in an expected value. A text that is no template has none, and fails when it is rendered. */
function rootsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(rootsIn);
  if (typeof value !== "string" || !value.includes("{")) return [];
  try {
    return findPaths(value).map(({ name }) => name.split(/[.[]/, 1)[0] ?? "");
  } catch {
    return [];
  }
}
