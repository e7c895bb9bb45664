import type { Database } from "#db/client.ts";
import { readLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import type { LayoutContent } from "#db/queries/layouts/layout-contents.ts";
import type { Scope } from "#db/scope.ts";
import { isSystemVariable } from "#domain/payload.ts";
import { type FoundVariable, findPaths } from "#domain/templates/find-variables.ts";
import { withPath } from "#domain/values/dotted-path.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";

/** The layout that an email is previewed in. */
interface LayoutOfPreview {
  layout: LayoutContent;
  /** Those that it needs, under whole names: `payload.x`, `subscriber.firstName`. */
  variables: FoundVariable[];
  /** Default values of its variables, which are there when an event brings none. */
  payload: PlainObject;
}

/** Returns the layout that the control values of an email name; undefined for none, as the email is then sent bare. */
export async function layoutOfPreview(
  db: Database,
  scope: Scope,
  { layoutId }: PlainObject,
): Promise<LayoutOfPreview | undefined> {
  if (typeof layoutId !== "string" || layoutId === "") return undefined;
  const layout = await readLayoutByReference(db, scope, layoutId);
  if (!layout) return undefined;
  const own = layout.variables.filter(({ name }) => !isSystemVariable(name));
  const declared = own.map(({ name, type }) => ({ name: `payload.${name}`, type }));
  const given = own.filter(
    ({ defaultValue }) => defaultValue !== undefined && defaultValue !== null && defaultValue !== "",
  );
  return {
    layout,
    variables: [...declared, ...findPaths(layout.content).filter(({ name }) => /^(?:payload|subscriber)\./.test(name))],
    payload: given.reduce<PlainObject>((sample, { name, defaultValue }) => withPath(sample, name, defaultValue), {}),
  };
}
