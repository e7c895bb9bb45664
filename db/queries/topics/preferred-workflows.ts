import type { Severity } from "#contract/constants/severities.ts";
import type { Scope } from "../../scope.ts";
import { type Executor, taggedOf } from "../../transaction.ts";

/** A workflow as preferences of subscriptions show it. */
export interface PreferredWorkflow {
  id: string;
  identifier: string;
  name: string;
  critical: boolean;
  tags: string[];
  severity: Severity;
}

/** Workflows that are shown because of their tags. */
const SHOWN_MAX = 500;

/** The workflows among these ids and identifiers, and those with one of the tags, that are not deleted. */
export async function preferredWorkflows(
  db: Executor,
  { environmentId }: Scope,
  { names, tags }: { names: readonly string[]; tags: readonly string[] },
): Promise<PreferredWorkflow[]> {
  if (names.length + tags.length === 0) return [];
  return taggedOf(db)<PreferredWorkflow[]>`
    select id, identifier, name, critical, tags, severity from workflows
    where environment_id = ${environmentId} and deleted_at is null
      and (id::text = any(${[...names]}::text[]) or identifier = any(${[...names]}::text[])
        or tags && ${[...tags]}::text[])
    order by identifier limit ${SHOWN_MAX + names.length}`;
}
