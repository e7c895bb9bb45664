import { isNumeric } from "../../values/exact-number.ts";
import { decimalOf } from "../decimals.ts";
import { toText } from "../text.ts";

/** The most decimals that a number can be printed with. */
const MAX_DECIMALS = 100;
/** The longest separator, in characters: it stands in the number many times. */
const MAX_SEPARATOR = 20;

/** An option of a filter as Liquid hands it over. */
type Option = readonly [name: string, value: unknown];

/**
 * A number with fixed decimals and grouped thousands. Options by name: `decimalLength` (2), `decimalSep` (`.`),
 * `thousandsSep` (`,`). Halves are rounded away from zero. What is not a number comes back unchanged.
 */
export function numberFormat(value: unknown, ...args: unknown[]): unknown {
  if (!isNumeric(value) && (typeof value !== "string" || value.trim() === "")) return value;
  if (!Number.isFinite(Number(value))) return value;
  const options = new Map(args.filter(isOption));
  const decimals = Number(options.get("decimalLength") ?? 2);
  const digits = Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS ? decimals : 2;
  const [whole = "", fraction] = decimalOf(value).toFixed(digits).split(".");
  const grouped = groupsOf(whole).join(separator(options.get("thousandsSep") ?? ","));
  return fraction === undefined ? grouped : `${grouped}${separator(options.get("decimalSep") ?? ".")}${fraction}`;
}

/** The digits by three, and before them those that are left, with the sign. */
function groupsOf(whole: string): string[] {
  const groups: string[] = [];
  let end = whole.length;
  for (; /\d/.test(whole.charAt(end - 4)); end -= 3) groups.push(whole.slice(end - 3, end));
  return [whole.slice(0, end), ...groups.reverse()];
}

function separator(value: unknown): string {
  return toText(value).slice(0, MAX_SEPARATOR);
}

function isOption(arg: unknown): arg is Option {
  return Array.isArray(arg) && typeof arg[0] === "string";
}
