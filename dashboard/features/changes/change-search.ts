import { patternParam, searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";

const ID = /^[\da-f-]{36}$/;

/** The environments that are compared, and the workflow or layout whose differences are open. */
export const ChangeSearch = searchSchema({
  from: patternParam(ID),
  to: patternParam(ID),
  open: textParam,
});
export type ChangeSearch = ReturnType<typeof ChangeSearch.parse>;

/** Returns the environments to compare: Development and what is published from it, unless others are chosen. */
export function comparedEnvironments(
  environments: readonly { _id: string }[],
  { from, to }: Pick<ChangeSearch, "from" | "to">,
): { sourceEnvironmentId: string; targetEnvironmentId: string } {
  const source = from ?? environments[0]?._id ?? "";
  const target = to ?? environments.find(({ _id }) => _id !== source)?._id ?? "";
  return { sourceEnvironmentId: source, targetEnvironmentId: target };
}
