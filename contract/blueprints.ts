import { z } from "zod";
import { referenceUpTo } from "./common.ts";
import { IDENTIFIER_MAX } from "./constants/limits.ts";
import { Workflow } from "./workflows.ts";

/** A blueprint in a path, by id or trigger identifier. */
export const ByBlueprint = z.object({ blueprintId: referenceUpTo(IDENTIFIER_MAX) });

const BlueprintGroup = z.object({ name: z.string(), blueprints: z.array(Workflow) });

/** Blueprints by their notification groups, and the popular ones: those with the tag `popular`. */
export const BlueprintsByCategory = z.object({ general: z.array(BlueprintGroup), popular: BlueprintGroup });
export type BlueprintsByCategory = z.infer<typeof BlueprintsByCategory>;
