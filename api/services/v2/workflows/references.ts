import type { StepIssues } from "#contract/workflows/step-issues.ts";
import { holdRows } from "#db/queries/hold-rows.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { missing } from "#domain/steps/step-issues.ts";
import { isUuid } from "#domain/values/uuid.ts";

type Values = Readonly<Record<string, unknown>>;

/** The layouts and feeds of the environment that control values name, by how they name them. */
export interface References {
  layouts: ReadonlyMap<string, string>;
  feeds: ReadonlySet<string>;
}

export type ControlIssues = NonNullable<StepIssues["controls"]>;

/** Looks up what control values name, each once. Nobody deletes the feeds until the transaction ends. */
export async function findReferences(
  transaction: Transaction,
  scope: Scope,
  contents: readonly { type: string; values: Values }[],
): Promise<References> {
  const feedIds = contents.flatMap(({ values }) => feedIdOf(values));
  const layouts = new Map<string, string>();
  for (const name of new Set(contents.flatMap(({ type, values }) => layoutNamedBy(type, values)))) {
    const id = await findLayoutByReference(transaction, scope, name);
    if (id) layouts.set(name, id);
  }
  return { feeds: await holdRows(transaction, "feeds", scope, feedIds), layouts };
}

/** Returns an issue for what control values name and the environment does not have. */
export function referenceIssues(type: string, values: Values, { layouts, feeds }: References): ControlIssues {
  const gone = (control: string, what: string) => ({
    [control]: [missing(control, `The ${what} does not exist in this environment`)],
  });
  const [layout] = layoutNamedBy(type, values);
  const [feedId] = feedIdOf(values);
  return {
    ...(layout !== undefined && !layouts.has(layout) && gone("layoutId", `layout ${layout}`)),
    ...(feedId !== undefined && !feeds.has(feedId) && gone("feedId", `feed ${feedId}`)),
  };
}

/** The feed that control values name. */
const feedIdOf = ({ feedId }: Values): string[] => (typeof feedId === "string" && isUuid(feedId) ? [feedId] : []);

/** The layout that control values of an email name. */
export const layoutNamedBy = (type: string, { layoutId }: Values): string[] =>
  type === "email" && typeof layoutId === "string" && layoutId !== "" ? [layoutId] : [];
