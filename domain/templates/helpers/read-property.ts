import { getPath } from "../../values/dotted-path.ts";
import { toText } from "../text.ts";

/** A property of a list's item, by its dotted path. */
export function readProperty(item: unknown, property: unknown): unknown {
  return getPath(item, toText(property));
}
