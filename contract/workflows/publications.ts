import { z } from "zod";
import {
  PUBLICATION_ITEMS_MAX,
  PUBLICATION_KINDS,
  PUBLICATION_NOTE_MAX,
  PUBLICATION_STATES,
} from "../constants/changes.ts";
import { ORGANIZATION_KEY, PUBLISHER, READER } from "../schemas/access.ts";
import { data, example, filledText, Id, Moment, queryNumber } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { PreviewedMessage } from "./step-preview.ts";

const kind = z.enum(PUBLICATION_KINDS, { error: "must be workflow, layout or translation_group" });
const action = z.enum(["created", "updated", "deleted", "skipped"]);

const Named = z.object({
  kind,
  /** Of the source. */
  _id: z.string(),
  identifier: z.string(),
  name: z.string(),
});

/** The effect that publishing a workflow, a layout or a translation group would have. */
export const PublicationPreviewItem = Named.extend({
  action,
  /** In sentences. */
  changes: z.array(z.string()),
  /** Layouts and translation groups that it needs and the other environment does not have as they are: they are published with it. */
  needs: z.array(Named),
  /** Why it would be refused. */
  problem: z.string().optional(),
  sourceUpdatedAt: Moment.optional(),
  targetUpdatedAt: Moment.optional(),
  /** The content in the target and what it becomes, where one resource is asked for; null where there is none. */
  before: z.record(z.string(), z.unknown()).nullable().optional(),
  after: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type PublicationPreviewItem = z.infer<typeof PublicationPreviewItem>;

export const PublicationPreview = z.object({
  sourceEnvironmentId: z.string(),
  targetEnvironmentId: z.string(),
  /** Those that differ, or would be refused: translation groups, then layouts, then workflows. */
  items: z.array(PublicationPreviewItem),
  /** Workflows, layouts and translation groups that are the same in both. */
  unchanged: z.number().int(),
  /** Whether another member has to approve a publication to the target. */
  requiresApproval: z.boolean(),
});
export type PublicationPreview = z.infer<typeof PublicationPreview>;

/** A step of one environment as a recipient would see it. */
const RenderedSide = z.object({
  /** Absent where it cannot be rendered. */
  message: PreviewedMessage.optional(),
  /** Why it cannot be rendered. */
  problem: z.string().optional(),
});
export type RenderedSide = z.infer<typeof RenderedSide>;

/** A step, one of its variants, or a layout, as it is seen in both environments; null where an environment does not have it. */
export const RenderedDifference = z.object({
  /** Of the source, or of the target where that alone has it. */
  _id: z.string(),
  name: z.string(),
  source: RenderedSide.nullable(),
  target: RenderedSide.nullable(),
});
export type RenderedDifference = z.infer<typeof RenderedDifference>;

export const PublicationRendering = z.object({
  /** Those that are seen differently, in the order of the steps. */
  differences: z.array(RenderedDifference),
  /** How many are seen the same in both environments. */
  unchanged: z.number().int(),
});
export type PublicationRendering = z.infer<typeof PublicationRendering>;

const Person = z.object({
  name: z.string(),
  keyEnd: z.string().optional(),
  at: Moment,
  /** Whether it is the caller. */
  isSelf: z.boolean(),
});

export const PublicationItem = Named.extend({
  /** The effect of publishing it, as it was shown. */
  action,
  changes: z.array(z.string()),
  /** Absent while the publication waits, and where a stop of the server came before it. */
  result: z.object({ action, error: z.string().optional() }).optional(),
  /** Whether it can be taken back. */
  isRevertible: z.boolean(),
  revertedAt: Moment.optional(),
});

export const Publication = z
  .object({
    _id: z.string(),
    _organizationId: z.string(),
    sourceEnvironmentId: z.string(),
    targetEnvironmentId: z.string(),
    state: z.enum(PUBLICATION_STATES),
    note: z.string().optional(),
    items: z.array(PublicationItem),
    requestedBy: Person,
    /** Who approved or declined it. */
    decidedBy: Person.optional(),
    reason: z.string().optional(),
    revertedBy: Person.optional(),
    createdAt: Moment,
    publishedAt: Moment.optional(),
  })
  .meta({ id: "Publication" });
export type Publication = z.infer<typeof Publication>;

const Environments = z.object({
  sourceEnvironmentId: Id.optional().describe("Development without it"),
  targetEnvironmentId: Id,
});

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item, { error: "must be an array" })
    .min(1, { error: "must contain at least 1 element" })
    .max(PUBLICATION_ITEMS_MAX, { error: `must contain no more than ${PUBLICATION_ITEMS_MAX} elements` });

export const CreatePublication = Environments.extend({
  resources: list(z.strictObject({ kind, id: Id })),
  note: filledText(PUBLICATION_NOTE_MAX).optional(),
})
  .strict()
  .meta(
    example({
      targetEnvironmentId: "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10",
      resources: [{ kind: "workflow", id: "5f2f7c4a-4f0e-4c8e-9b7a-2f6f4b8f3a11" }],
      note: "New wording of the confirmation",
    }),
  );
export type CreatePublication = z.infer<typeof CreatePublication>;

const ByPublication = z.object({ publicationId: Id });

export const publicationOperations = operations("publications", {
  previewPublication: {
    route: "GET /v1/publications/preview",
    client: "publications.preview",
    summary: "Compare two environments: what publishing each workflow, layout and translation group would change",
    access: [ORGANIZATION_KEY, READER],
    query: Environments.extend({
      resourceId: Id.optional().describe("One workflow, layout or translation group, with its contents"),
    }),
    answer: { 200: data(PublicationPreview) },
    failures: ["not_found"],
  },

  renderPublication: {
    route: "GET /v1/publications/rendered",
    client: "publications.rendered",
    summary: "Preview a workflow or layout of a publication as recipients see it in both environments",
    access: [ORGANIZATION_KEY, READER],
    query: Environments.extend({ resourceId: Id.describe("A workflow or a layout of the source") }),
    answer: { 200: data(PublicationRendering) },
    failures: ["not_found"],
  },

  listPublications: {
    route: "GET /v1/publications",
    client: "publications.list",
    summary: "List publications to an environment, newest first",
    access: [ORGANIZATION_KEY, READER],
    query: z.object({
      targetEnvironmentId: Id.optional().describe("All of the organisation without it"),
      state: z.enum(PUBLICATION_STATES, { error: `must be one of ${PUBLICATION_STATES.join(", ")}` }).optional(),
      limit: queryNumber(25, 1, 100),
      cursor: z.string().optional(),
    }),
    answer: { 200: z.object({ data: z.array(Publication), next: z.string().nullable() }) },
  },

  getPublication: {
    route: "GET /v1/publications/:publicationId",
    client: "publications.get",
    summary: "Get a publication with what became of each item",
    access: [ORGANIZATION_KEY, READER],
    params: ByPublication,
    answer: { 200: data(Publication) },
    failures: ["not_found"],
  },

  createPublication: {
    route: "POST /v1/publications",
    client: "publications.create",
    summary: "Publish workflows, layouts and translation groups to an environment, or request the required approval",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: ["publication.requested", "environment.published"],
    body: CreatePublication,
    answer: { 201: data(Publication) },
    failures: ["not_found"],
  },

  approvePublication: {
    route: "POST /v1/publications/:publicationId/approve",
    client: "publications.approve",
    summary: "Approve a publication that another member requested, and carry it out",
    access: [PUBLISHER],
    audit: ["publication.approved", "environment.published"],
    params: ByPublication,
    answer: { 200: data(Publication) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  declinePublication: {
    route: "POST /v1/publications/:publicationId/decline",
    client: "publications.decline",
    summary: "Decline a publication that another member requested",
    access: [PUBLISHER],
    audit: "publication.declined",
    params: ByPublication,
    body: z
      .object({ reason: filledText(PUBLICATION_NOTE_MAX).optional() })
      .nullish()
      .meta(example({ reason: "The price is wrong" })),
    answer: { 200: data(Publication) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  withdrawPublication: {
    route: "POST /v1/publications/:publicationId/withdraw",
    client: "publications.withdraw",
    summary: "Withdraw a publication that the caller requested",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: "publication.withdrawn",
    params: ByPublication,
    answer: { 200: data(Publication) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  revertPublication: {
    route: "POST /v1/publications/:publicationId/revert",
    client: "publications.revert",
    summary: "Revert a publication; items that changed since stay",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: "publication.reverted",
    params: ByPublication,
    body: z
      .object({ ids: list(Id).optional().describe("Ids of items; all of them without it") })
      .nullish()
      .meta(example({})),
    answer: {
      200: data(
        z.object({
          publication: Publication,
          /** Items that were not taken back, with the reason. */
          refused: z.array(Named.extend({ error: z.string() })),
        }),
      ),
    },
    failures: ["not_found", "conflict"],
  },
});
