import { z } from "zod";
import { CHANGE_TYPES } from "./constants/changes.ts";
import { KEY, ORGANIZATION_KEY, PUBLISHER, READER } from "./schemas/access.ts";
import { data, dated, Id, owned, PathReference, pageQuery, totalPage } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

/** A difference between the last promoted state of an entity and the one after an edit. */
export const Difference = z.object({
  op: z.enum(["add", "update", "delete"]),
  path: z.array(z.union([z.string(), z.number()])),
  val: z.unknown().optional(),
  oldVal: z.unknown().optional(),
});
export type Difference = z.infer<typeof Difference>;

export const Change = z.object({
  ...owned(),
  _creatorId: z.string(),
  _entityId: z.string(),
  _parentId: Id.optional(),
  type: z.enum(CHANGE_TYPES),
  /** Whether it has been promoted. */
  enabled: z.boolean(),
  change: z.array(Difference),
  ...dated(),
});
export type Change = z.infer<typeof Change>;

/** A change as lists show it. */
export const ListedChange = Change.extend({
  user: z
    .object({
      _id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      profilePicture: z.string().nullable(),
    })
    .optional(),
  /** Name of the workflow, layout, group or feed. */
  templateName: z.string().optional(),
  templateId: z.string().optional(),
  /** Of a template: the type of its step. */
  messageType: z.string().optional(),
  previousDefaultLayout: z.string().optional(),
  /** Of translated texts: the name of their group. */
  translationGroup: z.string().optional(),
});
export type ListedChange = z.infer<typeof ListedChange>;
export const ChangePage = totalPage(ListedChange);

/** `promoted` is true for the text `true` and false for any other; it has to be given. */
export const ListChanges = z.object({
  promoted: z
    .union([z.string(), z.boolean()], { error: "should not be empty" })
    .transform((text) => text === true || text === "true"),
  ...pageQuery(),
});

export const ApplyChanges = z
  .object({ changeIds: z.array(z.string()).max(1_000, { error: "must contain no more than 1000 elements" }) })
  .meta({ examples: [{ changeIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"] }] });

export const changeOperations = operations("changes", {
  listChanges: {
    route: "GET /v1/changes",
    client: "changes.get",
    summary: "List pending or promoted changes, newest first",
    access: [KEY, READER],
    query: ListChanges,
    answer: { 200: ChangePage },
  },

  countChanges: {
    route: "GET /v1/changes/count",
    client: "changes.getCount",
    summary: "Count the pending changes",
    access: [KEY, READER],
    answer: { 200: data(z.number().int()) },
  },

  applyChange: {
    route: "POST /v1/changes/:changeId/apply",
    client: "changes.applyOne",
    summary: "Promote a change, with the ones it depends on",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: "change.applied",
    params: z.object({ changeId: PathReference }),
    answer: { 201: data(z.array(Change)) },
    failures: ["not_found", "conflict"],
  },

  applyChanges: {
    route: "POST /v1/changes/bulk/apply",
    client: "changes.applyMany",
    arguments: ["changeIds"],
    summary: "Promote changes one after the other, until one is refused",
    access: [ORGANIZATION_KEY, PUBLISHER],
    rate: { cost: "bulk" },
    audit: "change.applied",
    body: ApplyChanges,
    answer: { 201: data(z.array(z.array(Change))) },
    failures: ["not_found", "conflict"],
  },
});
