import type { Node, ResolvedPos } from "@tiptap/pm/model";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { schemaBefore } from "#dashboard/components/code/completion-place.ts";

/** Returns the tags of Liquid that the repeated parts around a place are. */
export function scopeAt($pos: ResolvedPos): string {
  const tags: string[] = [];
  for (let depth = 1; depth <= $pos.depth; depth += 1) {
    const node = $pos.node(depth);
    if (node.type.name === "repeat") tags.push(loopTag(node));
  }
  return tags.join("");
}

/** The tag of a repeated part. One without a list brings no name. */
export const loopTag = ({ attrs }: Node): string =>
  typeof attrs.each === "string" && attrs.each.trim() !== ""
    ? `{% for ${typeof attrs.as === "string" && attrs.as ? attrs.as : "item"} in ${attrs.each.trim()} %}`
    : "{% if true %}";

/** Returns what ends the tags of a scope. */
export const scopeEnd = (scope: string): string =>
  (scope.match(/\{% (for|if)/g) ?? [])
    .toReversed()
    .map((tag) => `{% end${tag.slice(3)} %}`)
    .join("");

/** Returns the schema of the names that a place has. */
export const schemaIn = (scope: string, schema: Schema | undefined): Schema | undefined =>
  scope === "" || schema === undefined ? schema : schemaBefore(scope, schema);
