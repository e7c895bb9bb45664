import type { Fragment } from "postgres";
import type { RunPriority, RunTest } from "#contract/constants/activity/run-filters.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { UnsentReason } from "#contract/constants/reasons.ts";
import type { Severity } from "#contract/constants/severities.ts";
import { askedContextKeys, type ContextKeys } from "#domain/contexts.ts";
import { factsOfReason } from "#domain/steps/reason-facts.ts";
import type { Database } from "../../client.ts";
import { hasContexts } from "../../context-filter.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";

/** Filters for which there is no index: runs are looked for among the latest ones that the other filters show. */
export interface SearchedFilter {
  /** Of the event, or else of its workflow as it is now. */
  severities?: readonly Severity[] | undefined;
  /** Of events that named the topic, or in the name of a tenant. */
  topicKey?: string | undefined;
  tenants?: readonly string[] | undefined;
  /** Of events with exactly these contexts. */
  contextKeys?: readonly string[] | undefined;
  /** With this version of the workflow. */
  version?: number | undefined;
  /** With a step that went through a provider. */
  providers?: readonly string[] | undefined;
  /** With a step that was left out or failed for one of them. */
  reasons?: readonly UnsentReason[] | undefined;
  /** Workflows that are critical, or not, are found by their ids; those that are not by the audience of the event too. */
  priority?: RunPriority | undefined;
  test?: RunTest | undefined;
  handled?: boolean | undefined;
}

export const isSearch = (filter: SearchedFilter): boolean => {
  const { severities, topicKey, tenants, contextKeys, version, providers, reasons, priority, test, handled } = filter;
  return (
    [severities, topicKey, tenants, contextKeys, version, providers, reasons, test, handled].some(
      (given) => given !== undefined,
    ) ||
    (priority !== undefined && priority !== "critical")
  );
};

/** The conditions of a run `found`. */
export function searched(db: Database, filter: SearchedFilter): Fragment {
  const { severities, topicKey, tenants, contextKeys, version, providers, reasons, priority, test, handled } = filter;
  const { $client: sql } = db;
  return sql`
    ${severities ? sql`and ${ofSeverity(db, severities)}` : sql``}
    ${topicKey === undefined ? sql`` : sql`and ${ofTopic(db, topicKey)}`}
    ${
      tenants
        ? sql`and exists (
      select from event_contents c where c.event_id = found.event_id and c.tenant ->> 'identifier' = any(${[...tenants]}::text[]))`
        : sql``
    }
    ${contextKeys === undefined ? sql`` : sql`and ${inContexts(db, askedContextKeys(contextKeys))}`}
    ${version === undefined ? sql`` : sql`and (select v.number from workflow_versions v where v.id = found.workflow_version_id) = ${version}`}
    ${
      providers
        ? sql`and exists (
      select from jobs j where j.run_id = found.id and j.expire_at = found.expire_at and j.provider_id = any(${[...providers]}::text[]))`
        : sql``
    }
    ${reasons ? sql`and ${endedFor(db, reasons)}` : sql``}
    ${
      priority === undefined || priority === "critical"
        ? sql``
        : sql`and exists (select from events e where e.id = found.event_id and e.audience = ${priority})`
    }
    ${test ? sql`and ${TESTS[test](db)}` : sql``}
    ${handled === undefined ? sql`` : sql`and (found.handled is not null) = ${handled}`}`;
}

const TESTS: Readonly<Record<RunTest, (db: Database) => Fragment>> = {
  dry: ({ $client: sql }) => sql`found.is_dry`,
  without_delays: ({ $client: sql }) => sql`exists (
    select from events e where e.id = found.event_id and e.test_mode ->> 'skipDelays' = 'true')`,
  test_delivery: ({ $client: sql }) => sql`exists (
    select from execution_details d where d.run_id = found.id and d.expire_at = found.expire_at
      and d.detail in (${DETAILS.testDeliveryRedirected}, ${DETAILS.testDeliveryRendered}, ${DETAILS.testDeliveryChanged}))`,
};

const FACTS = columnsOf<ReturnType<typeof factsOfReason>[number]>("fact", {
  detail: "text",
  type: "text",
  raw: "text",
});

/** A step that was resumed has ended anew: what its history says before that counts no more. */
function endedFor({ $client: sql }: Database, reasons: readonly UnsentReason[]): Fragment {
  const facts = reasons.flatMap(factsOfReason);
  return sql`exists (
    select from jobs j
    join execution_details d on d.run_id = j.run_id and d.expire_at = j.expire_at and d.job_id = j.id
    join ${rowsOf(sql, FACTS, facts)}
      on fact.detail = d.detail and fact.type = j.type and (fact.raw is null or d.raw like fact.raw)
    where j.run_id = found.id and j.expire_at = found.expire_at and j.status in ('failed', 'canceled', 'skipped')
      and not exists (
        select from execution_details r where r.run_id = d.run_id and r.expire_at = d.expire_at and r.job_id = d.job_id
          and r.detail = ${DETAILS.stepResumed} and r.created_at > d.created_at))`;
}

const ofTopic = ({ $client: sql }: Database, key: string): Fragment => sql`exists (
  select from event_contents c where c.event_id = found.event_id and c.recipients -> 'topics' ? ${key})`;

const ofSeverity = ({ $client: sql }: Database, severities: readonly Severity[]): Fragment => sql`
  coalesce(
    (select c.overrides ->> 'severity' from event_contents c where c.event_id = found.event_id),
    (select w.severity from workflows w where w.id = found.workflow_id), 'none') = any(${[...severities]}::text[])`;

const inContexts = ({ $client: sql }: Database, keys: ContextKeys | "any"): Fragment =>
  keys === "any"
    ? sql`true`
    : sql`exists (select from event_contents c where c.event_id = found.event_id and ${hasContexts(sql, "c.context_keys", keys)})`;
