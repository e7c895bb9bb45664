import { randomUUID } from "node:crypto";
import type { AuthoredCall } from "#api/caller.ts";
import type { CreateLayoutV2, DuplicateLayout, LayoutControlValues, ReplaceLayout } from "#contract/v2/layouts.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { getLayoutByReference } from "#db/queries/layouts/search-layouts.ts";
import { DomainError } from "#domain/errors.ts";
import { BUILT_IN_LAYOUT } from "#domain/templates/email/built-in-layout.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";
import { changeLayout, checkedContent, createLayout, type LayoutServices } from "../../layouts/save-layout.ts";

/** The path of the content in requests. */
export const CONTENT_PATH = "controlValues.email.body";

/** A new layout. Throws `invalid_input` for a content that is none, and `conflict` for a taken identifier. */
export const createLayoutV2 = async (
  services: LayoutServices,
  call: AuthoredCall,
  { layoutId, name, description, controlValues }: CreateLayoutV2,
) =>
  createLayout(services, call, {
    name,
    identifier: layoutId,
    description,
    content: (await checkedContentOf(services, controlValues)) ?? BUILT_IN_LAYOUT,
  });

/**
 * Gives a layout another name, content and description. Throws `invalid_input` for a content that is none, `not_found`, and `conflict` after a
 * newer revision than the one that it was made from.
 */
export async function replaceLayout(
  services: LayoutServices,
  call: AuthoredCall,
  reference: string,
  { name, controlValues, description, baseRevision }: ReplaceLayout,
): Promise<LayoutRow> {
  const { id } = await getLayoutByReference(services.db, call.scope, reference);
  const content = controlValues === null ? BUILT_IN_LAYOUT : await checkedContentOf(services, controlValues);
  const options = { baseRevision, newDescription: description };
  return changeLayout(services, call, id, { name, ...(content !== undefined && { content }) }, options);
}

/** The content as it was written, in Liquid. */
async function checkedContentOf(
  { mjml }: LayoutServices,
  values: LayoutControlValues | undefined,
): Promise<string | undefined> {
  const given = contentOf(values);
  if (given === undefined) return undefined;
  const checked = await checkedContent(mjml, given, CONTENT_PATH);
  return checked.mjml ?? checked.content;
}

/** A new layout with the content of another one. Throws `not_found`, and `conflict` for a taken identifier. */
export async function duplicateLayout(
  services: LayoutServices,
  call: AuthoredCall,
  reference: string,
  { name, layoutId }: DuplicateLayout,
): Promise<LayoutRow> {
  const layout = await getLayoutByReference(services.db, call.scope, reference);
  const { description, variables } = layout;
  const identifier = layoutId ?? withShortSuffix(slugify(name), randomUUID());
  const content = layout.mjml ?? layout.content;
  return createLayout(services, call, { name, identifier, description: description ?? undefined, content, variables });
}

/** Returns what the control values say of the content, as it is written. Throws `invalid_input`. */
export function contentOf(values: LayoutControlValues | undefined): string | undefined {
  const email = values?.email;
  if (!email) return undefined;
  if (email.editorType === "block" && email.body.trimStart().startsWith("{")) {
    throw new DomainError("invalid_input", [
      `${CONTENT_PATH} must be html: documents of the block editor are not supported`,
    ]);
  }
  return email.body;
}
