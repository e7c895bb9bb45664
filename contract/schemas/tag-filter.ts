import { z } from "zod";
import { isJsonObject } from "../constants/values/json-object.ts";

/** As the published clients limit them. */
const GROUPS_MAX = 30;
const TAGS_PER_GROUP_MAX = 100;
const TAGS_MAX = 200;

/** Of each group a notification has at least one tag; no groups means that tags do not matter. */
export type TagGroups = readonly (readonly string[])[];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((tag) => typeof tag === "string");

/** The groups of `["a", "b"]`, `{or: [...]}` or `{and: [{or: [...]}, ...]}`; a text says what is wrong. */
function groupsOf(value: unknown): TagGroups | string {
  if (isTexts(value)) return value.length === 0 ? [] : [value];
  if (!isJsonObject(value) || Object.keys(value).length !== 1)
    return "must be a list of tags, or an object with `or` or `and`";
  const { or, and } = value;
  if (isTexts(or)) return or.length === 0 ? [] : [or];
  if (!Array.isArray(and)) return "must be a list of tags, or an object with `or` or `and`";
  const groups: string[][] = [];
  for (const group of and) {
    const tags: unknown = isJsonObject(group) && Object.keys(group).length === 1 ? group.or : undefined;
    if (!isTexts(tags) || tags.length === 0) return "must have `and` as a list of `{or: [tags]}`, none of them empty";
    groups.push(tags);
  }
  return groups;
}

function problemOf(groups: TagGroups): string | undefined {
  if (groups.length > GROUPS_MAX) return `must have no more than ${GROUPS_MAX} groups`;
  if (groups.some((group) => group.length > TAGS_PER_GROUP_MAX))
    return `must have no more than ${TAGS_PER_GROUP_MAX} tags in a group`;
  if (groups.flat().length > TAGS_MAX) return `must have no more than ${TAGS_MAX} tags`;
  return undefined;
}

/** A filter by tags, with what was sent: answers repeat it. */
export const TagFilter = z.unknown().transform((sent, context): { sent: unknown; groups: TagGroups } => {
  const groups = groupsOf(sent);
  const problem = typeof groups === "string" ? groups : problemOf(groups);
  if (problem === undefined && typeof groups !== "string") return { sent, groups };
  context.addIssue({ code: "custom", message: problem ?? "must be a list of tags" });
  return z.NEVER;
});

/** In a query: `tags[]=a&tags[]=b` is one group, `tags[0][]=a&tags[1][]=b` are two. Clients know groups as objects only. */
export const QueryTagFilter = z.preprocess((value) => {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.some(Array.isArray)) return value;
  return { and: value.map((or: unknown) => ({ or })) };
}, TagFilter);
