import { TRANSLATION_GROUPS_MAX } from "#contract/constants/limits.ts";
import type { CreateTranslationGroup, UpdateTranslationGroup } from "#contract/workflows/translations.ts";
import { translationGroupState, translationState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import {
  countTranslationGroups,
  deleteTranslationGroup,
  type GroupWithLocales,
  getTranslationGroup,
  insertTranslationGroup,
  lockTranslationGroup,
  updateTranslationGroup,
} from "#db/queries/translations/translation-groups.ts";
import { listTranslations } from "#db/queries/translations/translations.ts";
import type { Scope } from "#db/scope.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import { slugify } from "#domain/values/slug.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { noted, notedIn } from "../audit.ts";
import { requireTranslations } from "../organizations/require-plan.ts";

/** Refuses the second of two calls at once that take the same identifier. */
const INDEX = "translation_groups_environment_identifier";

/** A new group without texts. Throws `conflict` for a taken identifier, `forbidden` when the plan has no translations. */
export async function createTranslationGroup(
  services: PlanServices,
  call: AuthoredCall,
  { name, identifier: given }: CreateTranslationGroup,
): Promise<GroupWithLocales> {
  const { scope, caller } = call;
  await requireTranslations(services, scope);
  const identifier = given ?? slugify(name);
  if (identifier === "") {
    throw new DomainError("invalid_input", "identifier should not be empty: the name has no letters to make one of");
  }
  const creating = noted(
    services.db,
    call,
    { action: "translation_group.created" },
    async (transaction) => {
      if ((await countTranslationGroups(transaction, scope)) >= TRANSLATION_GROUPS_MAX) {
        const message = `An environment has at most ${TRANSLATION_GROUPS_MAX} translation groups: put the texts into one that there is`;
        throw new DomainError("invalid_input", message);
      }
      const group = await insertTranslationGroup(transaction, scope, { name, identifier, creatorId: caller.userId });
      const state = translationGroupState(group, { deleted: false });
      await recordChanges(transaction, scope, caller.userId, [{ type: "TranslationGroup", state }]);
      return group;
    },
    ({ id }) => id,
  );
  return { group: await refusingTaken(INDEX, creating, () => taken(scope, identifier)), locales: [] };
}

/** Changes what is given. Templates name the keys by the new identifier from then on. Throws `not_found`, `conflict` and `forbidden`. */
export async function changeTranslationGroup(
  services: PlanServices,
  call: AuthoredCall,
  current: string,
  { name, identifier }: UpdateTranslationGroup,
): Promise<GroupWithLocales> {
  const { scope, caller } = call;
  await requireTranslations(services, scope);
  const changing = services.db.transaction(async (transaction) => {
    const before = await lockTranslationGroup(transaction, scope, current);
    return notedIn(transaction, call, { action: "translation_group.updated", id: before.id }, async () => {
      const changes = { ...(name && { name }), ...(identifier && { identifier }) };
      const group = await updateTranslationGroup(transaction, before, changes);
      const state = translationGroupState(group, { deleted: false });
      await recordChanges(transaction, scope, caller.userId, [{ type: "TranslationGroup", state }]);
      return getTranslationGroup(transaction, scope, group.identifier);
    });
  });
  return refusingTaken(INDEX, changing, () => taken(scope, identifier ?? current));
}

/** Deletes a group with all its texts, also where the plan has no translations any more. Throws `not_found`. */
export async function removeTranslationGroup(
  { db }: PlanServices,
  call: AuthoredCall,
  identifier: string,
): Promise<void> {
  const { scope, caller } = call;
  await db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    await notedIn(transaction, call, { action: "translation_group.deleted", id: group.id }, async () => {
      const texts = await listTranslations(transaction, group);
      await deleteTranslationGroup(transaction, group);
      const state = translationGroupState(group, { deleted: true });
      const recorded = await recordChanges(transaction, scope, caller.userId, [{ type: "TranslationGroup", state }]);
      const parentId = recorded.get(group.id);
      await recordChanges(
        transaction,
        scope,
        caller.userId,
        texts.map((one) => ({
          type: "Translation" as const,
          state: translationState(one, { deleted: true }),
          ...(parentId && { parentId }),
        })),
      );
    });
  });
}

const taken = ({ environmentId }: Scope, identifier: string): DomainError =>
  new DomainError(
    "conflict",
    `A translation group with identifier ${identifier} exists in environment ${environmentId}: choose another identifier`,
  );
