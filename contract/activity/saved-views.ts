import { z } from "zod";
import { VIEW_SEARCH_MAX, VIEWED_LISTS } from "../constants/activity/saved-views.ts";
import { NAME_MAX } from "../constants/limits.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, dated, exactTextUpTo, example, filledText, Id, owned } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

const list = z.enum(VIEWED_LISTS, { error: `must be one of ${VIEWED_LISTS.join(", ")}` });
const flag = z.boolean({ error: "must be true or false" });

export const CreateSavedView = z
  .strictObject({
    name: filledText(NAME_MAX),
    list,
    search: exactTextUpTo(VIEW_SEARCH_MAX).describe(
      "The query of the list's address in the dashboard: `status=failed`",
    ),
    isShared: flag.default(false).describe("Whether every member of the environment has the view"),
  })
  .meta(example({ name: "Failed mails", list: "runs", search: "channels=email" }));
export type CreateSavedView = z.infer<typeof CreateSavedView>;

/** Fields that are left out stay as they are. */
export const UpdateSavedView = z
  .strictObject({ name: filledText(NAME_MAX), isShared: flag })
  .partial()
  .meta(example({ isShared: true }));
export type UpdateSavedView = z.infer<typeof UpdateSavedView>;

/** Filters of a list that somebody keeps under a name. */
export const SavedView = z
  .object({
    ...owned(),
    name: z.string(),
    list,
    search: z.string(),
    isShared: z.boolean(),
    /** Whether the caller has made it. Only its author changes a view. */
    isOwn: z.boolean(),
    ...dated(),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof SavedView>;

const ByView = z.object({ savedViewId: Id });

export const savedViewOperations = operations("saved-views", {
  listSavedViews: {
    route: "GET /v1/saved-views",
    client: "savedViews.list",
    summary: "List the saved views of the caller and shared ones by name",
    access: [KEY, READER],
    query: z.object({ list: list.optional() }),
    answer: { 200: data(z.array(SavedView)) },
  },

  createSavedView: {
    route: "POST /v1/saved-views",
    client: "savedViews.create",
    summary: "Create a saved view of a list",
    access: [KEY, MEMBER],
    audit: { none: "it changes nothing that is sent" },
    body: CreateSavedView,
    answer: { 201: data(SavedView) },
    failures: ["conflict"],
  },

  updateSavedView: {
    route: "PATCH /v1/saved-views/:savedViewId",
    client: "savedViews.update",
    summary: "Rename, share or unshare a saved view of the caller",
    access: [KEY, MEMBER],
    audit: { none: "it changes nothing that is sent" },
    params: ByView,
    body: UpdateSavedView,
    answer: { 200: data(SavedView) },
    failures: ["not_found", "conflict"],
  },

  deleteSavedView: {
    route: "DELETE /v1/saved-views/:savedViewId",
    client: "savedViews.delete",
    summary: "Delete a saved view of the caller",
    access: [KEY, MEMBER],
    audit: { none: "it changes nothing that is sent" },
    params: ByView,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
