/** An integer beyond 2^53, which JSON.parse would round, has so many digits at least. */
const LONG = /\d{16}/;

/** Reads the JSON of an answer; what keeps large integers is loaded for the first that may have one. */
export const readAnswer = (json: string): unknown =>
  LONG.test(json) ? import("../exact-json.ts").then(({ parseExactJson }) => parseExactJson(json)) : JSON.parse(json);
