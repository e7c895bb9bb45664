import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { BODY_MAX_DEPTH } from "#contract/constants/limits.ts";
import { endOfText, NumberTooLargeError, parseExactJson } from "#contract/constants/values/exact-json.ts";
import { DomainError } from "#domain/errors.ts";
import { readText } from "../read-text.ts";
import { recordBody } from "../request-log/recording.ts";

/** Published clients send a JSON content type with an empty body, and forms of length zero; both mean "no fields". */
export const bodyParsers = fastifyPlugin(
  async (app) => {
    app.removeContentTypeParser("application/json");
    app.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (request: FastifyRequest, bytes: Buffer) => {
        if (bytes.length === 0) return {};
        if (isIgnored(request)) return undefined;
        recordBody(request, bytes);
        const body = readText(request, bytes);
        if (body.trim() === "") return {};
        if (isDeeperThan(body, BODY_MAX_DEPTH)) {
          throw new DomainError(
            "invalid_input",
            `The body is nested more than ${BODY_MAX_DEPTH} levels deep: put its lists and objects side by side`,
          );
        }
        try {
          const parsed = parseExactJson(body, MAY_NAME_PROTOTYPE.test(body) ? withoutPrototypeKeys : undefined);
          if (request.recording) request.recording.isBodyRead = true;
          return parsed;
        } catch (error) {
          if (error instanceof NumberTooLargeError) throw new DomainError("invalid_input", error.message);
          throw new DomainError("invalid_input", "The body is not valid JSON: send one JSON object");
        }
      },
    );
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (request: FastifyRequest, body: string) => {
        if (body === "") return {};
        if (isIgnored(request)) return undefined;
        throw new DomainError("invalid_input", "Send the body as JSON, with content-type application/json");
      },
    );
  },
  { name: "body-parsers" },
);

/** Whether nobody reads the body: that of a DELETE, unless its route has one. */
const isIgnored = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "DELETE" && routeOptions.schema?.body === undefined;

/** As it stands, or spelled by escapes. A large payload is parsed several times faster without a look at each key. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/i;

/** Keys that could reach an object's prototype when merged are dropped on the way in. */
function withoutPrototypeKeys(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('"[]{}', (character) =>
  character.charCodeAt(0),
);

/**
 * Whether lists and objects of a JSON text are in each other more than so many times. JSON.parse has no such limit, but validating and
 * writing a value are recursive, and end with an overflow of the stack. A text without so many brackets is not looked at.
 */
function isDeeperThan(text: string, levels: number): boolean {
  if (text.length <= 2 * levels) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfText(text, index);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return false;
}
