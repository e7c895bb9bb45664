import { CHANNELS } from "#contract/constants/channels.ts";
import type { InboxGlobalPreference, InboxWorkflowPreference } from "#contract/inbox/inbox-preferences.ts";
import type {
  ChoiceSources,
  EffectivePreferences,
  GlobalPreference,
  WorkflowPreference,
} from "#contract/preferences.ts";
import type { PreferencesOfSubscriber } from "#contract/v2/preferences.ts";
import type { PreferenceOfWorkflow } from "#db/queries/preferences/preferences.ts";
import { mergeGlobalPreference } from "#domain/preferences.ts";
import { idSlug } from "#domain/values/short-id.ts";
import type { StoredGlobalPreference } from "../services/subscribers/change-preferences.ts";

export const workflowPreferenceView = ({
  workflow,
  version,
  preference,
  type,
}: PreferenceOfWorkflow): WorkflowPreference => ({
  template: {
    _id: workflow.id,
    name: workflow.name,
    critical: workflow.critical,
    tags: workflow.tags,
    triggers: [{ type: "event", identifier: workflow.identifier, ...version.variables }],
    ...(workflow.data && { data: workflow.data }),
  },
  preference,
  type,
});

/** Hours are left out for a subscriber who never chose any. */
export const globalPreferenceView = ({ preference, hours }: StoredGlobalPreference): GlobalPreference => ({
  preference: { ...mergeGlobalPreference(preference), ...(hours && { schedule: hours }) },
});

/** Choices for all workflows, and how each channel of a workflow is decided. */
export const effectivePreferencesView = (
  { preference, hours, sources }: StoredGlobalPreference & { sources: ChoiceSources },
  some: readonly PreferenceOfWorkflow[],
): EffectivePreferences => ({
  global: {
    enabled: preference?.enabled ?? true,
    channels: preference?.channels ?? {},
    ...(Object.keys(sources).length > 0 && { sources }),
    ...(hours && { schedule: hours }),
  },
  workflows: some.map(({ workflow: { id, identifier, name }, effective, isCritical, isOff, sources: own }) => ({
    workflow: { _id: id, identifier, name },
    isCritical,
    isOff,
    channels: Object.fromEntries(
      CHANNELS.flatMap((channel) => {
        const decided = effective[channel];
        if (!decided) return [];
        const { enabled, decidedBy } = decided;
        const source = own[channel];
        return [[channel, { enabled, decidedBy, ...(source && { source }) }] as const];
      }),
    ),
  })),
});

/** The same as the inbox reads it. */
export const inboxGlobalPreferenceView = (stored: StoredGlobalPreference): InboxGlobalPreference => ({
  level: "global",
  ...globalPreferenceView(stored).preference,
});

export const inboxWorkflowPreferenceView = ({
  workflow: { id, identifier, name, tags, severity },
  preference: { enabled, channels },
  isCritical: critical,
}: PreferenceOfWorkflow): InboxWorkflowPreference => ({
  level: "template",
  enabled,
  channels,
  workflow: { id, identifier, name, critical, tags, severity },
});

/** Both levels as newer clients read them. */
export const preferencesOfSubscriberView = (
  stored: StoredGlobalPreference,
  some: readonly PreferenceOfWorkflow[],
): PreferencesOfSubscriber => ({
  global: globalPreferenceView(stored).preference,
  workflows: some.map(({ workflow: { id, identifier, name, updatedAt }, preference }) => ({
    ...preference,
    workflow: { slug: idSlug(name, "wf_", id), identifier, name, updatedAt: updatedAt.toISOString() },
  })),
});
