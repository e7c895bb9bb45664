import { liquidParts } from "#contract/constants/templates/liquid-parts.ts";
import { type VariablePlace, variablePlaces } from "#dashboard/components/code/variable-places.ts";

/** A property of the payload that gets another name. */
export interface Renaming {
  /** Its path in the payload, without the indices of lists. */
  keys: readonly string[];
  to: string;
  /** Whether templates may name fields of the payload without `payload`. */
  hasBareNames: boolean;
}

/** Returns the index of the key in a path that is renamed; undefined for another path. */
function renamedIndex(path: readonly string[], { keys, hasBareNames }: Renaming): number | undefined {
  const roots = hasBareNames ? [["payload"], []] : [["payload"]];
  const root = roots.find((one) => [...one, ...keys].every((key, index) => path[index] === key));
  return root && root.length + keys.length - 1;
}

/** Returns a template in which the property has its new name. `scope` is what stands before the template and gives names to it. */
export function renamedTemplate(text: string, renaming: Renaming, scope = { before: "", after: "" }): string {
  const places = placesIn(`${scope.before}${text}${scope.after}`);
  const changes = places.flatMap(({ keys, written }) => {
    const index = renamedIndex(keys, renaming);
    const step = index === undefined ? undefined : written[index - (keys.length - written.length)];
    return step && step.begin >= scope.before.length ? [step] : [];
  });
  return changes
    .toSorted((one, other) => other.begin - one.begin)
    .reduce((changed, { begin, end }) => {
      const from = begin - scope.before.length;
      const quote = /["']/.exec(text.charAt(from))?.[0] ?? "";
      return `${changed.slice(0, from)}${quote}${renaming.to}${quote}${changed.slice(end - scope.before.length)}`;
    }, text);
}

/** Of a text whose blocks begin or end in another one, such as a text between two marks, each part is read by itself. */
function placesIn(text: string): VariablePlace[] {
  const places = variablePlaces(text);
  if (places.length > 0) return places;
  return liquidParts(text).flatMap(({ text: code, start }) => {
    const tag = /^\{%-?\s*(\w+)/.exec(code)?.[1];
    const found = variablePlaces(tag === undefined ? code : `${code}{% end${tag} %}`);
    return found.map((place) => moved(place, start));
  });
}

const moved = (place: VariablePlace, by: number): VariablePlace => ({
  ...place,
  from: place.from + by,
  to: place.to + by,
  written: place.written.map((step) => ({ ...step, begin: step.begin + by, end: step.end + by })),
});

/** Returns an expression, as a template has it between braces, in which the property has its new name. */
export function renamedExpression(text: string, renaming: Renaming, scope = { before: "", after: "" }): string {
  const opening = "{{ ";
  return renamedTemplate(`${opening}${text} }}`, renaming, scope).slice(opening.length, -" }}".length);
}

/** Returns a dotted path in which the property has its new name. Numbers are the indices of lists. */
export function renamedPath(text: string, renaming: Renaming): string {
  const parts = text.split(".");
  const names = parts.flatMap((key, at) => (/^\d+$/.test(key) ? [] : [{ key, at }]));
  const index = renamedIndex(
    names.map(({ key }) => key),
    renaming,
  );
  const at = index === undefined ? undefined : names[index]?.at;
  return at === undefined ? text : parts.with(at, renaming.to).join(".");
}
