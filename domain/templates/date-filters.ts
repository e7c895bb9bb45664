import { type Liquid, toValue } from "liquidjs";
import { readDate } from "./helpers/read-date.ts";

/** Filters of LiquidJS that print a date. They give back what is none. */
const FILTERS = ["date", "date_to_xmlschema", "date_to_rfc822", "date_to_string", "date_to_long_string"];
/** Texts that LiquidJS reads by itself: the present, and seconds since 1970, which have more or fewer digits than a year or a day. */
const OF_LIQUID = /^(?:now|today|\d{1,3}|\d{5,7}|\d{9,})$/;

/** Has the engine's filters read texts as `dateFormat` does: independently of the server's zone, and a calendar day as that day in every zone. */
export function registerDateFilters(engine: Liquid): void {
  for (const name of FILTERS) {
    const filter = engine.filters[name];
    if (typeof filter !== "function") throw new Error(`LiquidJS has no filter ${name}`);
    engine.registerFilter(name, function (given: unknown, ...args: unknown[]): unknown {
      const value: unknown = toValue(given);
      if (typeof value === "bigint") return value;
      if (typeof value !== "string" || OF_LIQUID.test(value)) return filter.call(this, value, ...args);
      const read = readDate(value);
      if (read === undefined) return value;
      const [pattern, zone] = args;
      return name === "date" && read.isDay
        ? filter.call(this, read.date, pattern)
        : filter.call(this, read.date, pattern, zone);
    });
  }
}
