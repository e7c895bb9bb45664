import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
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

const GROUP_FIELDS = { name: "the name", identifier: "the identifier" } as const;

/** Keys that a sentence names. */
const KEYS_NAMED = 5;

/** Says in sentences what publishing changes, for members. The contents are those of workflows. */
export function describePublication(
  [before, ...texts]: readonly EntityState[],
  [after, ...newTexts]: readonly EntityState[],
  earlier: Content | null,
  later: Content | null,
): string[] {
  if (!after) return ["Deleted"];
  if (after.kind === "translation_group" && !before) return [createdWith(newTexts)];
  if (!before) return later ? describeChanges(undefined, later) : ["Created"];
  const changed = Object.entries(fieldsOf(after)).flatMap(([field, name]) =>
    isDeepEqual(Reflect.get(before, field), Reflect.get(after, field)) ? [] : [name],
  );
  const settings = changed.length > 0 ? [`Changed ${listed(changed)}`] : [];
  const steps = earlier && later ? describeChanges(earlier, later) : [];
  const all = [...settings, ...steps, ...describeTexts(texts, newTexts)];
  return all.length > 0 ? all : ["Changed settings"];
}

function fieldsOf({ kind }: EntityState) {
  if (kind === "translation_group") return GROUP_FIELDS;
  return kind === "layout" ? LAYOUT_FIELDS : SETTINGS;
}

function createdWith(texts: readonly EntityState[]): string {
  const locales = [...textsByLocale(texts).keys()];
  return locales.length === 0 ? "Created without texts" : `Created with texts in ${listed(locales)}`;
}

/** Says which keys of which locales change. */
function describeTexts(before: readonly EntityState[], after: readonly EntityState[]): string[] {
  const [earlier, later] = [textsByLocale(before), textsByLocale(after)];
  const locales = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return locales.flatMap((locale) => {
    const [old, now] = [earlier.get(locale), later.get(locale)];
    if (!now) return [`Removed the locale ${locale}`];
    if (!old) return [`Added the locale ${locale} with ${now.size === 1 ? "one text" : `${now.size} texts`}`];
    const added = [...now.keys()].filter((key) => !old.has(key));
    const removed = [...old.keys()].filter((key) => !now.has(key));
    const changed = [...now].flatMap(([key, text]) => (old.has(key) && old.get(key) !== text ? [key] : []));
    return [
      ...keysSentence("Added", added, locale),
      ...keysSentence("Changed", changed, locale),
      ...keysSentence("Removed", removed, locale),
    ];
  });
}

function keysSentence(verb: string, keys: readonly string[], locale: string): string[] {
  if (keys.length === 0) return [];
  const more = keys.length - KEYS_NAMED;
  const names = [...keys.slice(0, KEYS_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return [`${verb} ${listed(names)} in ${locale}`];
}

const textsByLocale = (states: readonly EntityState[]) =>
  new Map(
    states.flatMap((state) =>
      state.kind === "translation" ? [[state.locale, flattenTexts(state.texts)] as const] : [],
    ),
  );

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });
const listed = (texts: readonly string[]): string => LIST.format(texts);
