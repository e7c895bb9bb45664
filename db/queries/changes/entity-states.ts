import type {
  FeedState,
  GroupState,
  LayoutState,
  TranslationGroupState,
  TranslationState,
} from "../../schema/accounts/changes.ts";
import type { LayoutRow } from "../layouts/layouts.ts";
import type { FeedRow } from "../messages/feeds/feeds.ts";
import type { NotificationGroupRow } from "../notification-groups/notification-groups.ts";
import type { TranslationGroupRow } from "../translations/translation-groups.ts";
import type { TranslationRow } from "../translations/translations.ts";

export const groupState = ({ id, name }: NotificationGroupRow): GroupState => ({ kind: "group", id, name });

export const feedState = ({ id, name, identifier, deletedAt }: FeedRow): FeedState => ({
  kind: "feed",
  id,
  name,
  identifier,
  deleted: deletedAt !== null,
});

export const layoutState = (layout: LayoutRow): LayoutState => ({
  kind: "layout",
  id: layout.id,
  name: layout.name,
  identifier: layout.identifier,
  description: layout.description,
  content: layout.content,
  ...(layout.mjml !== null && { mjml: layout.mjml }),
  variables: layout.variables,
  isDefault: layout.isDefault,
  deleted: layout.deletedAt !== null,
});

export const translationGroupState = (
  { id, name, identifier }: TranslationGroupRow,
  { deleted }: { deleted: boolean },
): TranslationGroupState => ({ kind: "translation_group", id, name, identifier, deleted });

/** Texts that were deleted are none. */
export const translationState = (
  { id, groupId, locale, texts }: TranslationRow,
  { deleted }: { deleted: boolean },
): TranslationState => ({ kind: "translation", id, groupId, locale, texts: deleted ? {} : texts, deleted });
