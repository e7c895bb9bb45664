import { z } from "zod";
import { IDENTIFIER_MAX, LARGE_BODY_BYTES, LAYOUT_MAX, NAME_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import {
  data,
  exactTextUpTo,
  example,
  filledText,
  Moment,
  nameUpTo,
  queryNumber,
  textUpTo,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { LAYOUT_DESCRIPTION_MAX } from "../workflows/layouts.ts";

/* Layouts under /v2, where their content is a control value. */

/** A layout in a path: its id, its identifier or its slug. */
export const ByLayout = z.object({ layoutId: exactTextUpTo(2 * IDENTIFIER_MAX) });

const EMAIL_EDITORS = ["html", "block"] as const;
const EmailControls = z.object({ body: textUpTo(LAYOUT_MAX), editorType: z.enum(EMAIL_EDITORS) });
const ControlValues = z.object({ email: EmailControls.optional() });
export type LayoutControlValues = z.infer<typeof ControlValues>;

export const ListLayoutsV2 = z.object({
  limit: queryNumber(10, 1, 100),
  offset: queryNumber(0, 0, 1_000_000),
  orderBy: z.enum(["createdAt", "updatedAt", "name"]).default("createdAt"),
  orderDirection: z.enum(["ASC", "DESC"]).default("DESC"),
  /** Part of a name or an identifier, in any case. */
  query: exactTextUpTo(NAME_MAX).optional(),
});
export type ListLayoutsV2 = z.infer<typeof ListLayoutsV2>;

/** A new layout. It begins with the built-in content unless one is given. */
export const CreateLayoutV2 = z
  .object({
    /** Made from the name when it is left out. */
    layoutId: nameUpTo(IDENTIFIER_MAX).optional(),
    name: filledText(NAME_MAX),
    description: textUpTo(LAYOUT_DESCRIPTION_MAX).optional(),
    controlValues: ControlValues.optional(),
  })
  .meta(example({ layoutId: "plain", name: "Plain" }));
export type CreateLayoutV2 = z.infer<typeof CreateLayoutV2>;

/** Null brings the built-in content back. */
export const ReplaceLayout = z
  .object({
    name: filledText(NAME_MAX),
    controlValues: ControlValues.nullish(),
    /** Stays as it is when left out; an empty text removes it. */
    description: textUpTo(LAYOUT_DESCRIPTION_MAX).optional(),
    /** The revision that the change was made from: after a newer one it is refused. */
    baseRevision: z.number().int().min(1).optional(),
  })
  .meta(example({ name: "Plain", controlValues: { email: { body: "<main>{{ body }}</main>", editorType: "html" } } }));
export type ReplaceLayout = z.infer<typeof ReplaceLayout>;

export const DuplicateLayout = z
  .object({
    name: filledText(NAME_MAX),
    layoutId: nameUpTo(IDENTIFIER_MAX).optional(),
  })
  .meta(example({ name: "Plain for the winter" }));
export type DuplicateLayout = z.infer<typeof DuplicateLayout>;

const PREVIEW_CONTENT_MAX = 10_000;
const PreviewPayload = z.object({ subscriber: z.record(z.string(), z.unknown()).optional() });
export const PreviewLayout = z
  .object({
    controlValues: ControlValues.optional(),
    previewPayload: PreviewPayload.optional(),
    /** HTML in the place of the content of an email, as it is; a sentence when it is left out. */
    content: textUpTo(PREVIEW_CONTENT_MAX).optional(),
  })
  .meta(example({ previewPayload: { subscriber: { firstName: "Ada" } } }));
export type PreviewLayout = z.infer<typeof PreviewLayout>;

export const LayoutV2 = z
  .object({
    _id: z.string(),
    id: z.string(),
    layoutId: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().optional(),
    isDefault: z.boolean(),
    /** Grows with every change. */
    revision: z.number().int(),
    /** Who made that revision, where one layout is read; absent for somebody who has left. */
    updatedBy: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string().optional() }).optional(),
    isTranslationEnabled: z.boolean(),
    origin: z.literal("novu-cloud"),
    type: z.literal("REGULAR"),
    controls: z.object({ values: ControlValues }),
    /** JSON schema of the variables that the content may use. Others are variables of the payload. */
    variables: z.record(z.string(), z.unknown()),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "LayoutV2" });
export type LayoutV2 = z.infer<typeof LayoutV2>;

export const ListedLayoutV2 = LayoutV2.omit({ variables: true }).extend({
  /** Emails that are sent in it, variants included. */
  stepCount: z.number().int(),
});
export type ListedLayoutV2 = z.infer<typeof ListedLayoutV2>;
export const LayoutListV2 = z.object({ layouts: z.array(ListedLayoutV2), totalCount: z.number().int() });
export type LayoutListV2 = z.infer<typeof LayoutListV2>;

export const LayoutPreview = z.object({
  result: z.object({ type: z.literal("email"), preview: z.object({ body: z.string() }) }),
  previewPayloadExample: PreviewPayload,
});

export const LayoutUsage = z.object({
  workflows: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      workflowId: z.string(),
      /** Its emails that are sent in the layout, or have a variant that is. */
      steps: z.array(z.object({ _id: z.string(), name: z.string() })),
    }),
  ),
});
export type LayoutUsage = z.infer<typeof LayoutUsage>;

export const layoutV2Operations = operations("layouts", {
  searchLayouts: {
    route: "GET /v2/layouts",
    client: "v2.layouts.list",
    summary: "List or search layouts",
    access: [KEY, READER],
    query: ListLayoutsV2,
    answer: { 200: data(LayoutListV2) },
  },

  createLayoutV2: {
    route: "POST /v2/layouts",
    client: "v2.layouts.create",
    summary: "Create a layout, with built-in content by default",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "layout.created",
    body: CreateLayoutV2,
    answer: { 201: data(LayoutV2) },
    failures: ["conflict"],
  },

  getLayoutV2: {
    route: "GET /v2/layouts/:layoutId",
    client: "v2.layouts.get",
    summary: "Get a layout",
    access: [KEY, READER],
    params: ByLayout,
    answer: { 200: data(LayoutV2) },
    failures: ["not_found"],
  },

  updateLayoutV2: {
    route: "PUT /v2/layouts/:layoutId",
    client: "v2.layouts.update",
    summary: "Update the name and content of a layout",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "layout.updated",
    params: ByLayout,
    body: ReplaceLayout,
    answer: { 200: data(LayoutV2) },
    failures: ["not_found", "conflict"],
  },

  deleteLayoutV2: {
    route: "DELETE /v2/layouts/:layoutId",
    client: "v2.layouts.delete",
    summary: "Delete a layout",
    access: [KEY, EDITOR],
    audit: "layout.deleted",
    params: ByLayout,
    answer: { 204: z.null() },
    failures: ["not_found", "conflict"],
  },

  duplicateLayout: {
    route: "POST /v2/layouts/:layoutId/duplicate",
    client: "v2.layouts.duplicate",
    summary: "Copy a layout",
    access: [KEY, EDITOR],
    audit: "layout.created",
    params: ByLayout,
    body: DuplicateLayout,
    answer: { 201: data(LayoutV2) },
    failures: ["not_found", "conflict"],
  },

  previewLayout: {
    route: "POST /v2/layouts/:layoutId/preview",
    client: "v2.layouts.preview",
    summary: "Preview a layout with sample data",
    access: [KEY, READER],
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    params: ByLayout,
    body: PreviewLayout,
    answer: { 201: data(LayoutPreview) },
    failures: ["not_found"],
  },

  getLayoutUsage: {
    route: "GET /v2/layouts/:layoutId/usage",
    client: "v2.layouts.getUsage",
    summary: "List the workflows that use a layout, with their steps",
    access: [KEY, READER],
    params: ByLayout,
    answer: { 200: data(LayoutUsage) },
    failures: ["not_found"],
  },
});
