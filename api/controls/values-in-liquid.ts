import { DomainError } from "#domain/errors.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { isEditorDocument } from "./editor-html.ts";

type Values = Record<string, unknown>;

/**
 * Returns control values with each template as `toLiquid` makes it, so that reading them back gives Liquid. Throws `invalid_input` with the
 * places that cannot be translated; `path` stands before their fields.
 */
export function valuesInLiquid(values: Values, path: string): Values {
  const issues: string[] = [];
  const { skip, ...others } = values;
  const translated = mapLeaves(others, (leaf, keys) => {
    if (typeof leaf !== "string" || isEditorDocument(leaf)) return leaf;
    try {
      return toLiquid(leaf);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const field = `${path}.${keys.join(".")}`;
      issues.push(...error.messages.map((message) => `${field} ${message}`));
      return leaf;
    }
  });
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return skip === undefined ? translated : { ...translated, skip };
}

/** Returns control values as they are shown before they are saved: what cannot be translated stays as it is, and saving says why. */
export function shownInLiquid(values: Values): Values {
  try {
    return valuesInLiquid(values, "controlValues");
  } catch (error) {
    if (error instanceof DomainError) return values;
    throw error;
  }
}
