import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { data, exactTextUpTo, example, Moment } from "../schemas/common.ts";
import { CappedCount, keysetPage, keysetQuery } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";
import { StepV2, WorkflowPath, WorkflowV2 } from "./workflows.ts";

const VersionFields = {
  /** Counts saves, from 1 on: each one of a working copy takes the place of the one before. */
  version: z.int(),
  isCurrent: z.boolean(),
  /** Whether its author's saves still change it: nothing has used it, and nobody has named it. */
  isWorkingCopy: z.boolean(),
  /** Given by somebody. */
  name: z.string().optional(),
  /** When it was last saved. */
  createdAt: Moment,
  /** Absent when that person is not there any more. */
  createdBy: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string().optional() }).optional(),
  /** The earlier version whose steps it has, where it was made by restoring that one. */
  restoredFrom: z.int().optional(),
  /** Sentences that say what the version changed. */
  changes: z.array(z.string()),
};

/** A state of a workflow's steps, which runs that began with it follow to their end. */
export const WorkflowVersion = z.object(VersionFields).meta({ id: "WorkflowVersion" });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

export const WorkflowVersionContent = z
  .object({
    ...VersionFields,
    steps: z.array(StepV2),
    payloadSchema: z.record(z.string(), z.unknown()).optional(),
    validatePayload: z.boolean(),
  })
  .meta({ id: "WorkflowVersionContent" });
export type WorkflowVersionContent = z.infer<typeof WorkflowVersionContent>;

/** The versions of a workflow that are executed: by the environments that have it, and by runs that began with an earlier one. */
export const VersionUsage = z
  .object({
    /** The environment of the original and those of its copies. */
    environments: z.array(
      z.object({
        _environmentId: z.string(),
        /** The workflow there. */
        _id: z.string(),
        /** Numbers are those of the environment. The next trigger there follows this version. */
        version: z.int(),
        since: Moment,
        /** The version of the original that has the same content. Absent for the original, and for a copy that was changed since. */
        originalVersion: z.int().optional(),
      }),
    ),
    /** Runs that wait at a step, by their versions, newest first. */
    waiting: z.array(CappedCount.extend({ version: z.int() })),
    /** Whether runs of other versions wait besides. */
    hasMore: z.boolean(),
  })
  .meta({ id: "VersionUsage" });
export type VersionUsage = z.infer<typeof VersionUsage>;

/** Null or an empty text takes the name away. */
export const NameVersion = z
  .object({ name: exactTextUpTo(NAME_MAX).nullable() })
  .meta(example({ name: "Before the summer sale" }));

const VersionPath = WorkflowPath.extend({
  version: z
    .string()
    .max(9)
    .regex(/^[1-9]\d*$/, { error: "must be the number of a version" })
    .transform(Number),
});

export const workflowVersionOperations = operations("workflows", {
  listWorkflowVersions: {
    route: "GET /v2/workflows/:workflowId/versions",
    client: "v2.workflows.listVersions",
    summary: "List the versions of a workflow, newest first",
    access: [KEY, READER],
    params: WorkflowPath,
    query: z.object(keysetQuery({ limit: 20, max: 50 })),
    answer: { 200: keysetPage(WorkflowVersion) },
    failures: ["not_found"],
  },

  getWorkflowVersion: {
    route: "GET /v2/workflows/:workflowId/versions/:version",
    client: "v2.workflows.getVersion",
    summary: "Get a version of a workflow",
    access: [KEY, READER],
    params: VersionPath,
    answer: { 200: data(WorkflowVersionContent) },
    failures: ["not_found"],
  },

  getVersionUsage: {
    route: "GET /v2/workflows/:workflowId/version-usage",
    client: "v2.workflows.getVersionUsage",
    summary: "Get the versions of a workflow in use, with their waiting runs",
    description: "Counts stop at 10,000 for each version.",
    access: [KEY, READER],
    params: WorkflowPath,
    answer: { 200: data(VersionUsage) },
    failures: ["not_found"],
  },

  nameWorkflowVersion: {
    route: "PATCH /v2/workflows/:workflowId/versions/:version",
    client: "v2.workflows.nameVersion",
    summary: "Name a version of a workflow",
    description: "Keeps a working copy as it is: the next save makes a new version.",
    access: [KEY, EDITOR],
    audit: "workflow.updated",
    params: VersionPath,
    body: NameVersion,
    answer: { 200: data(WorkflowVersion) },
    failures: ["not_found"],
  },

  restoreWorkflowVersion: {
    route: "POST /v2/workflows/:workflowId/versions/:version/restore",
    client: "v2.workflows.restoreVersion",
    summary: "Restore an earlier version of a workflow as a new version",
    description: "Runs that have begun go on with the version that they began with.",
    access: [KEY, EDITOR],
    audit: "workflow.updated",
    params: VersionPath,
    answer: { 201: data(WorkflowV2) },
    failures: ["not_found"],
  },
});
