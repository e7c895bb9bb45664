import { LRUCache } from "lru-cache";
import type { Fragment } from "postgres";
import type { TemplateVariable } from "#contract/workflows/templates.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { Scope } from "../../scope.ts";
import type { HotTransaction } from "../../transaction.ts";

/** A layout that a slice may need. Its content is in memory already, more often than not. */
export interface LayoutRef {
  id: string;
  identifier: string;
  revision: number;
}

/** The parts of a layout that an email is rendered with. */
export interface LayoutContent {
  content: string;
  variables: TemplateVariable[];
}

/**
 * In a form that no partial index serves, for layouts that are found by id: a plan that was made while the table was empty could
 * otherwise read all of such an index (docs/decisions/012-plans-for-all-values.md).
 */
const isLive = (sql: HotTransaction): Fragment => sql`deleted_at::text is null`;

/** Live layouts of the environment by id or identifier, as one JSON value of a larger statement. */
export const layoutRefs = (
  sql: HotTransaction,
  { environmentId }: Scope,
  { ids, identifiers }: { ids: readonly string[]; identifiers: readonly string[] },
): Fragment => sql`(
  select jsonb_agg(jsonb_build_object('id', l.id, 'identifier', l.identifier, 'revision', l.revision))
  from (
    select id, identifier, revision from layouts
    where id = any(${ids.filter(isUuid)}::uuid[]) and ${isLive(sql)}
      and ${filterByEnvironment(sql, "environment_id", environmentId)}
    union
    select id, identifier, revision from layouts
    where environment_id = ${environmentId} and identifier = any(${[...identifiers]}::text[]) and deleted_at is null) as l)`;

/** By id and revision. Bounded by size, because a layout may be large. */
const contents = new LRUCache<string, LayoutContent>({
  maxSize: 20_000_000,
  sizeCalculation: ({ content, variables }) => 500 + content.length + JSON.stringify(variables).length,
});
const keyOf = ({ id, revision }: Pick<LayoutRef, "id" | "revision">): string => `${id}/${revision}`;

/** The content of a layout, as new as the reference at least; undefined when it was deleted since. */
export async function loadLayout(db: Database, ref: LayoutRef): Promise<LayoutContent | undefined> {
  const known = contents.get(keyOf(ref));
  if (known) return known;
  const [row] = await db.$hot<(LayoutContent & { revision: number })[]>`
    select content, variables, revision from layouts where id = ${ref.id} and ${isLive(db.$hot)}`;
  if (!row) return undefined;
  const { revision, ...layout } = row;
  contents.set(keyOf({ id: ref.id, revision }), layout);
  return layout;
}
