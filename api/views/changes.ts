import microdiff from "microdiff";
import type { Change, Difference, ListedChange } from "#contract/changes.ts";
import type { ChangeRow, ListedChange as ListedRow } from "#db/queries/changes/changes.ts";
import type { EntityState, StepState } from "#db/schema/accounts/changes.ts";
import { requestMasked } from "#domain/values/request-secrets.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

/** A change with its differences. */
export const changeView = (change: ChangeRow): Change => ({
  ...ownedFields(change),
  _creatorId: change.creatorId,
  _entityId: change.entityId,
  ...(change.parentId && { _parentId: change.parentId }),
  type: change.type,
  enabled: change.enabled,
  change: differences(change.promoted, change.state),
  ...datedFields(change),
});

export const listedChangeView = (listed: ListedRow): ListedChange => ({
  ...changeView(listed.change),
  ...(listed.user && {
    user: {
      _id: listed.user.id,
      firstName: listed.user.firstName,
      lastName: listed.user.lastName,
      profilePicture: listed.user.profilePicture,
    },
  }),
  ...titleOf(listed),
});

type Titles = Pick<
  ListedChange,
  "templateName" | "templateId" | "messageType" | "previousDefaultLayout" | "translationGroup"
>;

/** Names that a list shows of a change beside its ids. */
function titleOf({ change: { type, state }, nextDefaultLayout, workflowName, translationGroup }: ListedRow): Titles {
  switch (state.kind) {
    case "workflow":
      return { templateName: state.name, templateId: state.id };
    case "template":
      return {
        ...withoutNulls({ templateName: workflowName }),
        templateId: state.workflowId,
        messageType: state.template.type,
      };
    case "layout":
      return type === "DefaultLayout" && nextDefaultLayout !== null
        ? { templateName: nextDefaultLayout, previousDefaultLayout: state.name }
        : { templateName: state.name };
    case "translation_group":
      return { templateName: state.name, templateId: state.identifier };
    case "translation":
      return { templateName: state.locale, ...withoutNulls({ translationGroup }) };
    case "group":
    case "feed":
      return { templateName: state.name };
  }
}

/** Differences between two states of an entity under the names of the wire; of a new one, everything is added. */
const differences = (before: EntityState | null, after: EntityState): Difference[] =>
  microdiff(before ? documentOf(before) : {}, documentOf(after), { cyclesFix: false }).map(differenceOf);

function differenceOf(difference: ReturnType<typeof microdiff>[number]): Difference {
  const { path } = difference;
  switch (difference.type) {
    case "CREATE":
      return { op: "add", path, val: difference.value };
    case "CHANGE":
      return { op: "update", path, val: difference.value, oldVal: difference.oldValue };
    case "REMOVE":
      return { op: "delete", path, oldVal: difference.oldValue };
  }
}

/** An entity as the wire shows it, as far as it is promoted. */
export function documentOf(state: EntityState): Record<string, unknown> {
  switch (state.kind) {
    case "group":
      return { _id: state.id, name: state.name };
    case "feed":
      return { _id: state.id, name: state.name, identifier: state.identifier, deleted: state.deleted };
    case "layout": {
      const { kind: _kind, id, deleted, ...layout } = state;
      const fields = withoutNulls({ ...layout, channel: "email", contentType: "customHtml" });
      return { _id: id, ...fields, deleted, ...(deleted && { isDeleted: true }) };
    }
    case "translation_group":
      return { _id: state.id, name: state.name, identifier: state.identifier, deleted: state.deleted };
    case "translation": {
      const { id, groupId, locale, texts, deleted } = state;
      return { _id: id, _groupId: groupId, locale, translations: texts, deleted };
    }
    case "template": {
      const { type, feedId, layoutId, ...template } = state.template;
      const ids = withoutNulls({ _feedId: feedId ?? null, _layoutId: layoutId ?? null });
      return { _id: state.id, type, ...template, ...ids, deleted: state.deleted };
    }
    case "workflow": {
      const { kind: _kind, id, identifier, notificationGroupId, steps, deleted, definition, ...workflow } = state;
      return {
        _id: id,
        ...withoutNulls({ ...workflow, ...definition }),
        draft: !state.active,
        triggers: [{ type: "event", identifier }],
        _notificationGroupId: notificationGroupId,
        steps: steps.map(stepDocument),
        deleted,
      };
    }
  }
}

function stepDocument({ stepId, bridgeStepId, variants, ...step }: StepState): Record<string, unknown> {
  return {
    _templateId: stepId,
    ...withoutNulls({
      ...step,
      metadata: requestMasked(step.metadata),
      ...(step.controls && { controls: requestMasked(step.controls) }),
      stepId: bridgeStepId,
    }),
    variants: variants.map(({ variantId, ...variant }) => ({ _templateId: variantId, ...variant })),
  };
}
