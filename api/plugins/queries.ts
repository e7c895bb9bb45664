import fastifyPlugin from "fastify-plugin";
import { parse } from "qs";
import { decodePercents, UndecodableError } from "#contract/constants/values/decode-text.ts";
import { DomainError } from "#domain/errors.ts";

/** Stands for a query that cannot be decoded: what the router's parser throws would end the process. */
const UNREADABLE = Object.freeze({});

/** A moment whose zone has lost its plus sign, which means a blank in a query unless it is written as %2B. */
const WITHOUT_PLUS = /^(\d{4}-\d\d-\d\dT\d\d:[\d:.]{2,13}) (\d\d:\d\d)$/;

const decoded = (part: string): string => decodePercents(part.replaceAll("+", " ")).replace(WITHOUT_PLUS, "$1+$2");

/** Returns the fields of a query, whose percent-encodings are of UTF-8. */
export function queryOf(text: string): Record<string, unknown> {
  try {
    return parse(text, { arrayLimit: 1000, decoder: decoded });
  } catch (error) {
    if (error instanceof UndecodableError) return UNREADABLE;
    throw error;
  }
}

/** Refuses calls whose query cannot be decoded. */
export const queries = fastifyPlugin(
  async (app) => {
    app.addHook("onRequest", async ({ query }) => {
      if (query !== UNREADABLE) return;
      throw new DomainError(
        "invalid_input",
        "The query of the address is not in UTF-8: percent-encode its values as UTF-8, such as ü as %C3%BC",
      );
    });
  },
  { name: "queries" },
);
