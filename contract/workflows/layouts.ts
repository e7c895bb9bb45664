import { z } from "zod";
import { IDENTIFIER_MAX, LARGE_BODY_BYTES, LAYOUT_MAX, NAME_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  filledText,
  Id,
  nameUpTo,
  owned,
  PathReference,
  queryNumber,
  textUpTo,
  totalPage,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { TemplateVariable } from "./templates.ts";

export const LAYOUT_DESCRIPTION_MAX = 1_000;
/** Largest page of a list. */
export const LAYOUT_PAGE_MAX = 1_000;

const contentUpTo = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? "should not be null or undefined" : "must be a string") })
    .max(max, { error: `must be at most ${max} characters` });

const description = textUpTo(LAYOUT_DESCRIPTION_MAX).optional();

/** A new layout. Its content has `{{{body}}}`, or `{{ body }}` in Liquid, where that of an email goes. */
export const CreateLayout = z
  .object({
    name: filledText(NAME_MAX),
    /** Made from the name when it is left out. */
    identifier: nameUpTo(IDENTIFIER_MAX).optional(),
    description,
    content: contentUpTo(LAYOUT_MAX),
    /** Defaults of variables that the content uses, and which of them are required. */
    variables: z.array(TemplateVariable).optional(),
    isDefault: z.boolean().optional(),
  })
  .meta(example({ name: "Plain", identifier: "plain", content: "<main>{{{body}}}</main>" }));
export type CreateLayout = z.infer<typeof CreateLayout>;

/** The fields to change. Empty texts are ignored. */
export const UpdateLayout = z
  .object({
    name: exactTextUpTo(NAME_MAX).optional(),
    identifier: exactTextUpTo(IDENTIFIER_MAX).optional(),
    description,
    content: contentUpTo(LAYOUT_MAX).optional(),
    variables: z.array(TemplateVariable).optional(),
    isDefault: z.boolean().optional(),
  })
  .meta(example({ name: "Plain" }));
export type UpdateLayout = z.infer<typeof UpdateLayout>;

const ORDERS: Readonly<Record<string, "asc" | "desc">> = { "1": "asc", "-1": "desc", asc: "asc", desc: "desc" };

export const ListLayouts = z.object({
  page: queryNumber(0, 0, 1_000_000),
  pageSize: z.coerce
    .number({ error: "must be an integer number" })
    .int({ error: "must be an integer number" })
    .min(0, { error: "must not be less than 0" })
    .default(10),
  sortBy: z.enum(["createdAt", "updatedAt", "name", "identifier"]).default("createdAt"),
  orderBy: z.preprocess(
    (value) => (typeof value === "string" ? (ORDERS[value.toLowerCase()] ?? value) : value),
    z.enum(["asc", "desc"], { error: "must be 1, -1, ASC or DESC" }).default("desc"),
  ),
  layoutId: textUpTo(IDENTIFIER_MAX).optional(),
});
export type ListLayouts = z.infer<typeof ListLayouts>;

export const Layout = z
  .object({
    ...owned(),
    _creatorId: z.string(),
    _parentId: Id.optional(),
    name: z.string(),
    identifier: z.string(),
    description: z.string().nullable(),
    channel: z.literal("email"),
    content: z.string(),
    contentType: z.literal("customHtml"),
    variables: z.array(TemplateVariable),
    isDefault: z.boolean(),
    isDeleted: z.boolean(),
    ...dated(),
  })
  .meta({ id: "Layout" });
export type Layout = z.infer<typeof Layout>;
export const LayoutPage = totalPage(Layout);

export const layoutOperations = operations("layouts", {
  createLayout: {
    route: "POST /v1/layouts",
    client: "layouts.create",
    summary: "Create a layout",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "layout.created",
    body: CreateLayout,
    answer: { 201: data(Layout) },
    failures: ["conflict"],
  },

  listLayouts: {
    route: "GET /v1/layouts",
    client: "layouts.list",
    summary: "List layouts",
    access: [KEY, READER],
    query: ListLayouts,
    answer: { 200: LayoutPage },
  },

  getLayout: {
    route: "GET /v1/layouts/:id",
    client: "layouts.get",
    summary: "Get a layout",
    access: [KEY, READER],
    params: z.object({ id: PathReference }),
    answer: { 200: data(Layout) },
    failures: ["not_found"],
  },

  updateLayout: {
    route: "PATCH /v1/layouts/:id",
    client: "layouts.update",
    summary: "Update a layout; omitted fields stay",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "layout.updated",
    params: z.object({ id: PathReference }),
    // A missing body is refused as an empty one is.
    body: z.preprocess((body) => body ?? {}, UpdateLayout),
    answer: { 200: data(Layout) },
    failures: ["not_found", "conflict"],
  },

  deleteLayout: {
    route: "DELETE /v1/layouts/:id",
    client: "layouts.delete",
    summary: "Delete an unused layout",
    access: [KEY, EDITOR],
    audit: "layout.deleted",
    params: z.object({ id: PathReference }),
    answer: { 204: z.null() },
    failures: ["not_found", "conflict"],
  },

  setDefaultLayout: {
    route: "POST /v1/layouts/:id/default",
    client: "layouts.setDefault",
    summary: "Make a layout the default",
    access: [KEY, EDITOR],
    audit: "layout.updated",
    params: z.object({ id: PathReference }),
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
