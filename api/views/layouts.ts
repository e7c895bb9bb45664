import type { Layout } from "#contract/layouts.ts";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { idSlug } from "#domain/short-id.ts";
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

/** The same for newer clients. */
export const layoutV2View = (layout: LayoutRow): LayoutV2 => ({
  _id: layout.id,
  id: layout.id,
  layoutId: layout.identifier,
  slug: idSlug(layout.name, "layout_", layout.id),
  name: layout.name,
  isDefault: layout.isDefault,
  isTranslationEnabled: false,
  origin: "novu-cloud",
  type: "REGULAR",
  controls: { values: { email: { body: layout.content, editorType: "html" } } },
  ...datedFields(layout),
});
