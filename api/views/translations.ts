import type { TranslationGroup } from "#contract/workflows/translations.ts";
import type { GroupWithLocales } from "#db/queries/translations/translation-groups.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const translationGroupView = ({ group, locales }: GroupWithLocales): TranslationGroup => ({
  ...ownedFields(group),
  _creatorId: group.creatorId,
  ...(group.parentId && { _parentId: group.parentId }),
  name: group.name,
  identifier: group.identifier,
  locales: locales.map(({ locale, keys, updatedAt }) => ({ locale, keys, updatedAt: updatedAt.toISOString() })),
  ...datedFields(group),
});
