import { resolve } from "node:path";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";

// The kinds of values that several settings have. The message of an issue ends the sentence "set it to ...".

export const flag = z.stringbool("true or false");

export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, new Intl.ListFormat("en-GB", { type: "disjunction" }).format(values));

export const wholeNumber = (min: number, max: number, expected = `a whole number from ${min} to ${max}`) =>
  z.coerce.number(expected).int(expected).min(min, expected).max(max, expected);

export const count = wholeNumber(0, Number.MAX_SAFE_INTEGER, "a whole number, 0 or more");

export const port = wholeNumber(1, 65_535, "a port number from 1 to 65535");

export const path = z.string().transform((value) => resolve(projectRoot, value));

export const httpUrl = (expected: string) => z.url({ protocol: /^https?$/, error: expected });

/** Texts that are separated by commas. */
export const list = z.string().transform((value) => (value === "" ? [] : value.split(",").map((part) => part.trim())));
