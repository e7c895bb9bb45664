import type { Layout } from "#contract/layouts.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const layoutView = (layout: LayoutRow): Layout => ({
  ...ownedFields(layout),
  _creatorId: layout.creatorId,
  ...(layout.parentId && { _parentId: layout.parentId }),
  name: layout.name,
  identifier: layout.identifier,
  ...(layout.description !== null && { description: layout.description }),
  channel: "email",
  content: layout.content,
  contentType: "customHtml",
  variables: layout.variables,
  isDefault: layout.isDefault,
  isDeleted: layout.deletedAt !== null,
  ...datedFields(layout),
});
