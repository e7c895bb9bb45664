import type { LayoutV2, ListedLayoutV2 } from "#contract/v2/layouts.ts";
import type { Layout } from "#contract/workflows/layouts.ts";
import type { LayoutAuthor } from "#db/queries/layouts/layout-author.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { idSlug } from "#domain/values/short-id.ts";
import { layoutVariables } from "../controls/layout-variables.ts";
import type { KnownVariable } from "../controls/variable-schema.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

export const layoutView = (layout: LayoutRow): Layout => ({
  ...ownedFields(layout),
  _creatorId: layout.creatorId,
  ...(layout.parentId && { _parentId: layout.parentId }),
  name: layout.name,
  identifier: layout.identifier,
  description: layout.description,
  channel: "email",
  content: sourceOf(layout),
  contentType: "customHtml",
  variables: layout.variables,
  isDefault: layout.isDefault,
  isDeleted: layout.deletedAt !== null,
  ...datedFields(layout),
});

/** The content as it was written. */
const sourceOf = ({ content, mjml }: Pick<LayoutRow, "content" | "mjml">): string => mjml ?? content;

/** The same for newer clients. */
export const layoutV2View = (
  layout: LayoutRow,
  { author, env }: { author?: LayoutAuthor | undefined; env?: readonly KnownVariable[] } = {},
): LayoutV2 => ({
  ...sharedFields(layout),
  ...(author && {
    updatedBy: { _id: author.id, firstName: author.firstName, ...withoutNulls({ lastName: author.lastName }) },
  }),
  variables: layoutVariables(layout.variables, env),
});

/** A layout of a list, with the number of steps that use it. */
export const listedLayoutView = (layout: LayoutRow, stepCount: number): ListedLayoutV2 => ({
  ...sharedFields(layout),
  stepCount,
});

const sharedFields = (layout: LayoutRow) => ({
  _id: layout.id,
  id: layout.id,
  layoutId: layout.identifier,
  slug: idSlug(layout.name, "layout_", layout.id),
  name: layout.name,
  ...(layout.description !== null && { description: layout.description }),
  isDefault: layout.isDefault,
  revision: layout.revision,
  isTranslationEnabled: false,
  origin: "novu-cloud" as const,
  type: "REGULAR" as const,
  controls: { values: { email: { body: sourceOf(layout), editorType: "html" as const } } },
  ...datedFields(layout),
});
