import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { completionPlace, schemaBefore } from "#dashboard/components/code/completion-place.ts";
import { TRANSLATION } from "#dashboard/components/code/completions.ts";
import type { FoundText } from "#dashboard/components/code/text-search.ts";
import { variablesOf } from "#dashboard/components/code/variable-schema.ts";

/** A name that can follow what was typed after two braces. */
export interface VariableOption {
  name: string;
  /** In words: "text", "list, seen". */
  detail: string;
  description: string | undefined;
  sample: string | undefined;
  /** Text between the braces with this name. */
  code: string;
  /** Continues it: the dot of an object, or the colon of a filter. Empty for one that is whole. */
  opens: string;
}

interface Asked {
  /** The tags of repeated parts around. */
  scope: string;
  /** Text after the braces. */
  typed: string;
  schema: Schema | undefined;
  /** The schema of what events have brought. */
  seen: Schema | undefined;
  /** Whether keys of translations can be offered. */
  hasTexts: boolean;
}

const OPTIONS_MAX = 50;

/** Returns the names that fit, as the code fields offer them: those of the schema, and then those that only events had. */
export function variableOptions({ scope, typed, schema, seen, hasTexts }: Asked): VariableOption[] {
  const text = `${scope}{{${typed}`;
  const place = completionPlace(text, text.length);
  if (!place || place.kind === "tag" || place.kind === "text") return [];
  const begun = text.slice(place.from).toLowerCase();
  const before = text.slice(scope.length + 2, place.from);
  if (place.kind === "filter")
    return TEMPLATE_FILTERS.filter(({ name }) => name.startsWith(begun))
      .slice(0, OPTIONS_MAX)
      .map(({ name, args, description }) => ({
        name,
        detail: args,
        description,
        sample: undefined,
        code: `${before}${name}`,
        opens: args === "" || args.startsWith("[") ? "" : ": ",
      }));
  const namesOf = (names: Schema | undefined) => variablesOf(schemaAt(schemaBefore(scope, names ?? {}), place.path));
  const known = namesOf(schema);
  const names = new Set(known.map(({ name }) => name));
  const others = seen === undefined ? [] : namesOf(seen).filter(({ name }) => !names.has(name));
  const all = [...known, ...others.map((variable) => ({ ...variable, type: `${variable.type}, seen` }))];
  const variables = all
    .filter(({ name }) => name.toLowerCase().includes(begun))
    .toSorted((one, other) => Number(begins(other.name, begun)) - Number(begins(one.name, begun)))
    .slice(0, OPTIONS_MAX)
    .map(({ name, type, description, sample, hasNames }) => ({
      name,
      detail: type,
      description,
      sample,
      code: joined(before, name),
      opens: hasNames && type.startsWith("object") ? "." : "",
    }));
  const isTranslation = hasTexts && before.trim() === "" && TRANSLATION.name.startsWith(begun);
  return isTranslation ? [...variables, TRANSLATION_OPTION] : variables;
}

const TRANSLATION_OPTION: VariableOption = { ...TRANSLATION, sample: undefined, code: "", opens: TRANSLATION.code };

/** Returns what the text after the braces has of the key of a translation; undefined where it is none. */
export function keyTyped(typed: string): string | undefined {
  const text = `{{${typed}`;
  const place = completionPlace(text, text.length);
  return place?.kind === "text" ? text.slice(place.from) : undefined;
}

/** Returns the keys of translations that fit. */
export const textOptions = (found: readonly FoundText[], key: string): VariableOption[] =>
  found
    .filter((one) => one.key.toLowerCase().includes(key.toLowerCase()))
    .slice(0, OPTIONS_MAX)
    .map((one) => ({
      name: one.key,
      detail: one.isGroup ? "translations" : "",
      description: one.text,
      sample: undefined,
      code: one.isGroup ? `"${one.key.slice(0, -1)}` : `"${one.key}" | i18n`,
      opens: one.isGroup ? "." : "",
    }));

const begins = (name: string, begun: string): boolean => name.toLowerCase().startsWith(begun);

/** A name that cannot follow a dot is in brackets. */
function joined(before: string, name: string): string {
  if (/^[\w-]+$/.test(name)) return `${before}${name}`;
  const quoted = name.includes('"') ? `'${name}'` : `"${name}"`;
  return `${before.replace(/\.$/, "")}[${quoted}]`;
}
