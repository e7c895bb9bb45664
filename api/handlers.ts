import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
} from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { type Declaration, type Operation, type Operations, operationsOf } from "#contract/schemas/operations.ts";
import { readDotSegments } from "./dot-segments.ts";
import { failures } from "./plugins/errors.ts";

/** The schemas of an operation under Fastify's names. */
type SchemaOf<D extends Declaration> = {
  [Part in keyof D as Part extends keyof typeof PARTS ? (typeof PARTS)[Part] : never]: D[Part];
};

const PARTS = { params: "params", query: "querystring", headers: "headers", body: "body", answer: "response" } as const;

/** Answers one operation. The status is set to the operation's own before it is called. */
export type Handler<D extends Declaration> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  { access: D["access"] },
  SchemaOf<D>,
  ZodTypeProvider,
  FastifyBaseLogger
>;

/**
 * Binds operations to their handlers, which are made once for each application. Every operation of the group has a handler, and
 * every handler an operation: the compiler demands both. The plugin has the name of the group: for one without, Fastify searches all
 * modules that are loaded.
 */
export const handlers = <T extends Record<string, Declaration>>(
  operations: Operations<T>,
  build: (app: FastifyInstance) => { [Id in keyof T]: Handler<T[Id]> },
): FastifyPluginAsync => {
  const declared = operationsOf(operations);
  const bind: FastifyPluginAsync = async (app) => {
    const built: Record<string, unknown> = build(app);
    const unknown = Object.keys(built).filter((id) => !(id in operations));
    if (unknown.length > 0)
      throw new Error(`Handlers without an operation: ${unknown.join(", ")}. Declare it in contract/`);
    for (const operation of declared) {
      app.route({
        ...routeOf(operation),
        preValidation: readDotSegments,
        handler: withStatus(operation, built[operation.id]),
      });
    }
  };
  return fastifyPlugin(bind, { name: `operations of ${declared[0]?.tag}`, encapsulate: true });
};

/** The route of an operation, without its handler. */
export function routeOf(operation: Operation) {
  const { id, tag, method, path, summary, description, access, limit, rate, bodyLimit, secrets, secretFields } =
    operation;
  const { params, query, headers, body, answer, failures: codes = [] } = operation;
  return {
    method,
    url: path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      access,
      operationId: id,
      ...(limit && { limit }),
      ...(rate && { rate }),
      ...(secrets && { secrets }),
      ...(secretFields && { secretFields }),
    },
    schema: {
      operationId: id,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      response: { ...answer, ...(codes && failures(...codes)) },
    },
  } satisfies Omit<RouteOptions, "handler">;
}

/** The status of an operation that has a single one. Operations with several, and those that redirect browsers, set it themselves. */
const statusOf = ({ answer }: Operation): number | undefined => {
  const [status, ...others] = Object.keys(answer).map(Number);
  return others.length === 0 && status !== undefined && status < 300 ? status : undefined;
};

function withStatus(operation: Operation, handler: unknown): RouteHandlerMethod {
  const answer = asHandler(operation, handler);
  const status = statusOf(operation);
  if (status === undefined) return answer;
  return function answerWithStatus(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    reply.code(status);
    return answer.call(this, request, reply);
  };
}

/** The compiler has checked the handler against the schemas of the operation; Fastify calls all handlers alike. */
function asHandler({ id }: Operation, handler: unknown): RouteHandlerMethod {
  if (typeof handler !== "function") throw new Error(`Operation ${id} has no handler: add it to its file of routes`);
  return handler as RouteHandlerMethod;
}
