import type { EntityState, WorkflowState } from "#db/schema/accounts/changes.ts";
import { describeChanges } from "#domain/steps/workflow-changes.ts";
import { isDeepEqual } from "#domain/values/deep-equal.ts";

type Content = Parameters<typeof describeChanges>[1];

/** Settings of a workflow, as sentences name them. */
const SETTINGS = {
  name: "the name",
  identifier: "the identifier",
  description: "the description",
  active: "whether it is active",
  critical: "whether it is critical",
  severity: "the severity",
  tags: "the tags",
  preferenceSettings: "the channels that are on by default",
  preferencesReadOnly: "whether subscribers may change the channels",
  notificationGroupId: "the group",
  data: "the data",
} as const satisfies Partial<Record<keyof WorkflowState, string>>;

const LAYOUT_FIELDS = {
  name: "the name",
  identifier: "the identifier",
  description: "the description",
  content: "the content",
  mjml: "the MJML",
  variables: "the variables",
  isDefault: "whether it is the default layout",
} as const;

/** Says in sentences what publishing changes, for members. The contents are those of workflows. */
export function describePublication(
  { before, after }: { before: EntityState | undefined; after: EntityState | undefined },
  earlier: Content | null,
  later: Content | null,
): string[] {
  if (!after) return ["Deleted"];
  if (!before) return later ? describeChanges(undefined, later) : ["Created"];
  const names = after.kind === "layout" ? LAYOUT_FIELDS : SETTINGS;
  const changed = Object.entries(names).flatMap(([field, name]) =>
    isDeepEqual(Reflect.get(before, field), Reflect.get(after, field)) ? [] : [name],
  );
  const settings = changed.length > 0 ? [`Changed ${listed(changed)}`] : [];
  const steps = earlier && later ? describeChanges(earlier, later) : [];
  const all = [...settings, ...steps];
  return all.length > 0 ? all : ["Changed settings"];
}

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });
const listed = (texts: readonly string[]): string => LIST.format(texts);
