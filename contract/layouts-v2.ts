import { z } from "zod";
import { exactTextUpTo, example, Moment, nameUpTo, queryNumber, textUpTo } from "./common.ts";
import { IDENTIFIER_MAX, LAYOUT_MAX, NAME_MAX } from "./constants/limits.ts";

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

/** A new layout begins with the built-in content. */
export const CreateLayoutV2 = z
  .object({ layoutId: nameUpTo(IDENTIFIER_MAX), name: nameUpTo(NAME_MAX) })
  .meta(example({ layoutId: "plain", name: "Plain" }));
export type CreateLayoutV2 = z.infer<typeof CreateLayoutV2>;

/** Null brings the built-in content back. */
export const ReplaceLayout = z
  .object({ name: nameUpTo(NAME_MAX), controlValues: ControlValues.nullish() })
  .meta(example({ name: "Plain", controlValues: { email: { body: "<main>{{ body }}</main>", editorType: "html" } } }));
export type ReplaceLayout = z.infer<typeof ReplaceLayout>;

export const DuplicateLayout = z
  .object({
    name: nameUpTo(NAME_MAX),
    layoutId: nameUpTo(IDENTIFIER_MAX).optional(),
  })
  .meta(example({ name: "Plain for the winter" }));
export type DuplicateLayout = z.infer<typeof DuplicateLayout>;

const PreviewPayload = z.object({ subscriber: z.record(z.string(), z.unknown()).optional() });
export const PreviewLayout = z
  .object({
    controlValues: ControlValues.nullish(),
    previewPayload: PreviewPayload.nullish(),
  })
  .meta(example({ previewPayload: { subscriber: { firstName: "Ada" } } }));
export type PreviewLayout = z.infer<typeof PreviewLayout>;

export const LayoutV2 = z.object({
  _id: z.string(),
  id: z.string(),
  layoutId: z.string(),
  slug: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  isTranslationEnabled: z.boolean(),
  origin: z.literal("novu-cloud"),
  type: z.literal("REGULAR"),
  controls: z.object({ values: ControlValues }),
  createdAt: Moment,
  updatedAt: Moment,
});
export type LayoutV2 = z.infer<typeof LayoutV2>;

export const LayoutListV2 = z.object({ layouts: z.array(LayoutV2), totalCount: z.number().int() });

export const LayoutPreview = z.object({
  result: z.object({ type: z.literal("email"), preview: z.object({ body: z.string() }) }),
  previewPayloadExample: PreviewPayload,
});

export const LayoutUsage = z.object({ workflows: z.array(z.object({ name: z.string(), workflowId: z.string() })) });
