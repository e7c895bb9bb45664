import fastifyPlugin from "fastify-plugin";
import { DomainError } from "#domain/errors.ts";

/**
 * Published clients send a JSON content type with an empty body, and forms of length zero; both mean "no fields"
 * (api-workflows-and-widget.md section 15, point 1).
 */
export const bodyParsers = fastifyPlugin(async (app) => {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, body: string) => {
    if (body.trim() === "") return {};
    try {
      return MAY_NAME_PROTOTYPE.test(body) ? JSON.parse(body, withoutPrototypeKeys) : JSON.parse(body);
    } catch {
      throw new DomainError("invalid_input", "The body is not valid JSON: send one JSON object");
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string) => {
      if (body === "") return {};
      throw new DomainError("invalid_input", "Send the body as JSON, with content-type application/json");
    },
  );
});

/** As it stands, or spelled by escapes. A large payload is parsed several times faster without a look at each key. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/i;

/** Keys that could reach an object's prototype when merged are dropped on the way in. */
function withoutPrototypeKeys(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
