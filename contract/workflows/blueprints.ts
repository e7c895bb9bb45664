import { z } from "zod";
import { IDENTIFIER_MAX } from "../constants/limits.ts";
import { PUBLIC } from "../schemas/access.ts";
import { data, referenceUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { Workflow } from "./workflows.ts";

/** A blueprint in a path, by id or trigger identifier. */
export const ByBlueprint = z.object({ blueprintId: referenceUpTo(IDENTIFIER_MAX) });

const BlueprintGroup = z.object({ name: z.string(), blueprints: z.array(Workflow) });

/** Blueprints by their notification groups, and the popular ones: those with the tag `popular`. */
export const BlueprintsByCategory = z.object({ general: z.array(BlueprintGroup), popular: BlueprintGroup });
export type BlueprintsByCategory = z.infer<typeof BlueprintsByCategory>;

export const blueprintOperations = operations("blueprints", {
  listBlueprints: {
    route: "GET /v1/blueprints/group-by-category",
    client: "blueprints.list",
    summary: "List blueprints by group",
    access: [PUBLIC],
    answer: { 200: data(BlueprintsByCategory) },
    failures: ["not_found"],
  },

  getBlueprint: {
    route: "GET /v1/blueprints/:blueprintId",
    client: "blueprints.get",
    summary: "Get a blueprint by id or identifier",
    access: [PUBLIC],
    params: ByBlueprint,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },
});
