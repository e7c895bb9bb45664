import { z } from "zod";
import { ORGANIZATION_KEY, PUBLISHER, READER } from "../schemas/access.ts";
import { data, example, Id, PathReference } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** An environment in a path, to which workflows and layouts are copied, by id or slug. */
export const ByTargetEnvironment = z.object({ targetEnvironmentId: PathReference });

export const DiffEnvironment = z.object({ sourceEnvironmentId: Id.optional() }).meta(example({}));

/** Names workflows and layouts by their id or identifier; all of them when `resources` is left out. */
export const PublishEnvironment = z
  .object({
    sourceEnvironmentId: Id.optional(),
    dryRun: z.boolean().optional(),
    resources: z
      .array(z.object({ resourceType: z.string().optional(), resourceId: z.string() }))
      .max(1_000, { error: "must contain no more than 1000 elements" })
      .optional(),
  })
  .meta(example({ dryRun: true }));

const resourceFields = {
  /** Always REGULAR: published clients accept nothing else that says "workflow" or "layout", which `resource` does. */
  resourceType: z.literal("REGULAR"),
  resource: z.enum(["workflow", "layout"]),
};
const Resource = z.object({ id: z.string(), name: z.string(), updatedAt: z.string() }).nullable();

export const EnvironmentDiff = z.object({
  sourceEnvironmentId: z.string(),
  targetEnvironmentId: z.string(),
  resources: z.array(
    z.object({
      ...resourceFields,
      sourceResource: Resource,
      targetResource: Resource,
      changes: z.array(
        z.object({
          ...resourceFields,
          sourceResource: Resource,
          targetResource: Resource,
          action: z.enum(["added", "modified", "deleted", "unchanged"]),
          diffs: z
            .object({
              previous: z.record(z.string(), z.unknown()).nullable(),
              new: z.record(z.string(), z.unknown()).nullable(),
            })
            .optional(),
        }),
      ),
      summary: z.object({ added: z.number(), modified: z.number(), deleted: z.number(), unchanged: z.number() }),
    }),
  ),
  summary: z.object({ totalEntities: z.number(), totalChanges: z.number(), hasChanges: z.boolean() }),
});
export type EnvironmentDiff = z.infer<typeof EnvironmentDiff>;

const one = { ...resourceFields, resourceId: z.string(), resourceName: z.string() };

export const EnvironmentPublished = z.object({
  results: z.array(
    z.object({
      ...resourceFields,
      successful: z.array(z.object({ ...one, action: z.enum(["created", "updated", "deleted"]) })),
      failed: z.array(z.object({ ...one, error: z.string() })),
      skipped: z.array(z.object({ ...one, reason: z.string() })),
      totalProcessed: z.number(),
    }),
  ),
  summary: z.object({ resources: z.number(), successful: z.number(), failed: z.number(), skipped: z.number() }),
});
export type EnvironmentPublished = z.infer<typeof EnvironmentPublished>;

export const publishingOperations = operations("environments", {
  compareEnvironment: {
    route: "POST /v2/environments/:targetEnvironmentId/diff",
    client: "v2.environments.diff",
    summary: "Preview what publishing to an environment would change",
    access: [ORGANIZATION_KEY, READER],
    audit: { none: "it changes nothing" },
    params: ByTargetEnvironment,
    body: z.preprocess((body) => body ?? {}, DiffEnvironment),
    answer: { 200: data(EnvironmentDiff) },
    failures: ["not_found"],
  },

  publishEnvironment: {
    route: "POST /v2/environments/:targetEnvironmentId/publish",
    client: "v2.environments.publish",
    summary: "Copy workflows and layouts from Development, or another environment, to an environment",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: "environment.published",
    params: ByTargetEnvironment,
    body: z.preprocess((body) => body ?? {}, PublishEnvironment),
    answer: { 200: data(EnvironmentPublished) },
    failures: ["not_found"],
  },
});
