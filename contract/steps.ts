import { z } from "zod";
import { Id, noNul, textUpTo } from "./common.ts";
import { Filter } from "./conditions.ts";
import { NAME_MAX, STEP_UUID_MAX } from "./constants/limits.ts";
import { DELAY_TYPES, TIME_UNITS } from "./constants/time.ts";
import { MessageTemplate, TemplateInput, TemplateView } from "./templates.ts";

export const ReplyCallback = z.object({ active: z.boolean().optional(), url: z.string().optional() });
export type ReplyCallback = z.infer<typeof ReplyCallback>;

/** How long a delay waits: engine.md section 6. Digest fields join it with the digest step. */
export const StepMetadata = z.object({
  type: z.enum(DELAY_TYPES).optional(),
  amount: z.coerce
    .number({ error: "must be a positive number" })
    .positive({ error: "must be a positive number" })
    .max(1_000_000, { error: "must not be greater than 1000000" })
    .optional(),
  unit: z.enum(TIME_UNITS).optional(),
  delayPath: z.string().optional(),
});
export type StepMetadata = z.infer<typeof StepMetadata>;

const variantFields = {
  name: textUpTo(NAME_MAX)
    .refine(...noNul)
    .nullish(),
  uuid: textUpTo(STEP_UUID_MAX)
    .refine(...noNul)
    .optional(),
  active: z.boolean().default(true),
  filters: z.array(Filter).default([]),
};

/** Another template for the same step, chosen by conditions: engine.md 3.6. */
export const StepVariant = z.object({ _templateId: Id, ...variantFields, template: MessageTemplate });
export type StepVariant = z.infer<typeof StepVariant>;

/** Given when an update keeps a step or a variant, which keeps its id then; both names mean the same. */
const keptId = { _templateId: Id.nullish(), _id: Id.nullish() };

export const VariantInput = z.object({ ...keptId, ...variantFields, template: TemplateInput });
export type VariantInput = z.infer<typeof VariantInput>;

export const StepInput = z
  .object({
    ...keptId,
    ...variantFields,
    template: TemplateInput,
    shouldStopOnFail: z.boolean().default(false),
    replyCallback: ReplyCallback.default({}),
    metadata: StepMetadata.default({}),
    variants: z.array(VariantInput).default([]),
  })
  .superRefine((step, context) => {
    for (const { path, message } of [...delayComplaints(step), ...variantComplaints(step)]) {
      context.addIssue({ code: "custom", path, message });
    }
  });
export type StepInput = z.infer<typeof StepInput>;

interface Complaint {
  path: (string | number)[];
  message: string;
}

type CheckedStep = { template: { type: string }; metadata: StepMetadata; variants: VariantInput[] };

function delayComplaints({ template, metadata }: CheckedStep): Complaint[] {
  if (template.type !== "delay") return [];
  const needed =
    metadata.type === "scheduled"
      ? ([["delayPath", "a scheduled delay needs the place of its date in the payload, such as sendAt"]] as const)
      : ([
          ["amount", "a delay needs an amount and a unit, or the type scheduled and a delayPath"],
          ["unit", `a delay needs an amount and a unit, which is one of ${TIME_UNITS.join(", ")}`],
        ] as const);
  return needed
    .filter(([field]) => !metadata[field])
    .map(([field, why]) => ({ path: ["metadata", field], message: `should not be empty: ${why}` }));
}

function variantComplaints({ template, variants }: CheckedStep): Complaint[] {
  if (template.type === "delay" && variants.length > 0) {
    return [{ path: ["variants"], message: "must be empty: only steps that send a message have variants" }];
  }
  return variants.flatMap((variant, index) => {
    const path = ["variants", index];
    return [
      ...(variant.filters.some(({ children }) => children.length > 0)
        ? []
        : [
            {
              path: [...path, "filters"],
              message: `should not be empty: Variant conditions are required, variant name ${variant.name ?? index + 1}`,
            },
          ]),
      ...(variant.template.type === template.type
        ? []
        : [{ path: [...path, "template", "type"], message: `must be ${template.type}, as its step is` }]),
    ];
  });
}

const variantView = {
  _id: z.string(),
  id: z.string(),
  _templateId: z.string(),
  _parentId: z.string().nullable(),
  uuid: z.string().optional(),
  name: z.string().nullish(),
  active: z.boolean(),
  type: z.literal("REGULAR"),
  filters: z.array(Filter),
  template: TemplateView.optional(),
};

export const Step = z.object({
  ...variantView,
  shouldStopOnFail: z.boolean(),
  replyCallback: ReplyCallback,
  metadata: StepMetadata,
  variants: z.array(z.object(variantView)).optional(),
});
export type Step = z.infer<typeof Step>;
