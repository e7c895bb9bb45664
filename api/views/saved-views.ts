import type { SavedView } from "#contract/activity/saved-views.ts";
import type { SavedViewRow } from "#db/queries/users/saved-views.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const savedViewView = (row: SavedViewRow, userId: string): SavedView => ({
  ...ownedFields(row),
  name: row.name,
  list: row.list,
  search: row.search,
  isShared: row.isShared,
  isOwn: row.userId === userId,
  ...datedFields(row),
});
