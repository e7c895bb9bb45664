import type { Preference } from "../core/types.ts";

/** A heading over workflows: those that have any of the tags, or that are named by id or identifier. */
export type PreferenceGroup = {
  name: string;
  tags?: readonly string[] | undefined;
  workflows?: readonly string[] | undefined;
};

/** Which workflows are shown: those with any of the tags, and only the critical ones, or only the others. */
export type PreferenceFilter =
  | { tags?: readonly string[] | undefined; critical?: boolean | undefined }
  | ((preference: Preference) => boolean);

export type PreferenceSort = (a: Preference, b: Preference) => number;

export type Grouping = {
  groups?: readonly PreferenceGroup[] | undefined;
  filter?: PreferenceFilter | undefined;
  sort?: PreferenceSort | undefined;
};

/** Workflows under one heading; `name` is undefined for those of no group. */
export type Grouped = { name: string | undefined; preferences: Preference[] };

/** Returns the workflows by group, each in the first that has it, and last those of none. Groups without any are left out. */
export function groupPreferences(
  preferences: readonly Preference[],
  { groups = [], filter, sort }: Grouping,
  locale: string,
): Grouped[] {
  const byName: PreferenceSort = (a, b) => nameOf(a).localeCompare(nameOf(b), locale, { numeric: true });
  const rest = new Set(preferences.filter((one) => isShown(one, filter)).sort(sort ?? byName));
  const grouped = groups.map(({ name, tags = [], workflows = [] }) => {
    const own = [...rest].filter(
      ({ workflow }) =>
        workflow !== undefined &&
        (workflows.includes(workflow.id) ||
          workflows.includes(workflow.identifier) ||
          workflow.tags?.some((tag) => tags.includes(tag))),
    );
    for (const one of own) rest.delete(one);
    return { name, preferences: own };
  });
  return [...grouped, { name: undefined, preferences: [...rest] }].filter((group) => group.preferences.length > 0);
}

export const nameOf = ({ workflow }: Preference): string => workflow?.name || workflow?.identifier || "";

function isShown(preference: Preference, filter: PreferenceFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (typeof filter === "function") return filter(preference);
  const { workflow } = preference;
  if (filter.critical !== undefined && filter.critical !== (workflow?.critical ?? false)) return false;
  return filter.tags === undefined || (workflow?.tags ?? []).some((tag) => filter.tags?.includes(tag));
}
