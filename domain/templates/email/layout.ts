import type { VariableType } from "#contract/constants/templates/templates.ts";
import type { TemplateVariable } from "#contract/workflows/templates.ts";
import { isSystemVariable } from "../../payload.ts";
import { findVariables, strongerType } from "../find-variables.ts";
import { BUILT_IN_LAYOUT } from "./built-in-layout.ts";

/** The layout that an environment begins with: the built-in one, to be changed. */
export const DEFAULT_LAYOUT = {
  name: "Default Layout",
  identifier: "belfry-default-layout",
  description: "The layout of emails that name no other",
  content: BUILT_IN_LAYOUT,
};

/** Variables that every email has, whatever its payload. */
const OF_EMAIL: readonly string[] = ["body", "subject", "blocks"];
/** The place for the content of an email, in Liquid. */
const BODY = /\{\{-?\s*body\s*(?:\|\s*raw\s*)?-?\}\}/;
/** The same as newer clients write it. */
const CONTENT = /\{\{-?\s*content\s*(?:\|\s*raw\s*)?-?\}\}/;

/** Whether `content` is the place for the content of the email: beside `body`, it is a variable like any. */
export const isPlacedByContent = (layout: string): boolean => !BODY.test(layout) && CONTENT.test(layout);

/** Whether a layout, in Liquid, has a place for the content of the email. */
export const hasBodyPlace = (layout: string): boolean => BODY.test(layout) || CONTENT.test(layout);

/**
 * The variables that a layout uses, in order of appearance, with the defaults of `given` and which of them are required.
 * Throws `invalid_input` when the content is no template.
 */
export function layoutVariables(content: string, given: readonly TemplateVariable[]): TemplateVariable[] {
  const used = new Map<string, VariableType>();
  for (const { name, type } of findVariables(content)) used.set(name, strongerType(used.get(name), type));
  const ofEmail = isPlacedByContent(content) ? [...OF_EMAIL, "content"] : OF_EMAIL;
  const known = new Map(given.map((variable) => [variable.name, variable]));
  return [...used]
    .filter(([name]) => /^[A-Za-z_]/.test(name) && !ofEmail.includes(name) && !isSystemVariable(name))
    .map(([name, type]) => {
      const { required = false, defaultValue } = known.get(name) ?? {};
      return { name, type, required, ...(defaultValue !== undefined && { defaultValue }) };
    });
}
