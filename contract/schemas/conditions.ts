import { z } from "zod";
import {
  FIELD_TYPES,
  FILTER_OPERATORS,
  FILTER_PARTS,
  FILTER_TIME_UNITS,
  LOGICAL_OPERATORS,
  PREVIOUS_STEP_STATES,
} from "../constants/conditions.ts";

/** One condition; which fields it needs depends on `on`. */
export const FilterPart = z
  .object({
    on: z.enum(FILTER_PARTS),
    field: z.string().optional(),
    value: z.unknown().optional(),
    operator: z.enum(FILTER_OPERATORS).optional(),
    webhookUrl: z.string().optional(),
    timeOperator: z.enum(FILTER_TIME_UNITS).optional(),
    /** `uuid` of an earlier step of the workflow: of its message for `previousStep`, of its result for `stepResult`. */
    step: z.string().optional(),
    stepType: z.enum(PREVIOUS_STEP_STATES).optional(),
  })
  .meta({ id: "FilterPart" });
export type FilterPart = z.infer<typeof FilterPart>;

/**
 * A group of conditions; groups of one list are alternatives. The field type is the group's, for all of its
 * conditions: `DATE` compares moments in place of texts.
 */
export interface Filter {
  isNegated?: boolean | undefined;
  type?: (typeof FIELD_TYPES)[number] | undefined;
  value?: (typeof LOGICAL_OPERATORS)[number] | undefined;
  children: (FilterPart | Filter)[];
}

export const Filter: z.ZodType<Filter, Filter> = z
  .object({
    isNegated: z.boolean().optional(),
    type: z.enum(FIELD_TYPES).optional(),
    value: z.enum(LOGICAL_OPERATORS).optional(),
    get children() {
      return z.array(
        z.union([FilterPart, Filter], {
          error: "must be a condition with `on`, or a group of conditions with `children`",
        }),
        { error: "must be an array" },
      );
    },
  })
  .meta({ id: "Filter" });
