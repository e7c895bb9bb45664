import { randomUUID } from "node:crypto";
import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { ErrorCode } from "#contract/constants/errors.ts";
import { Failure } from "#contract/schemas/common.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { DomainError } from "#domain/errors.ts";
import { redactQuery } from "#telemetry/redact-query.ts";
import { describeIssues } from "../validation-messages.ts";
import { namedFields, pathIn } from "./named-fields.ts";
import { newRequestId } from "./request-id.ts";
import { unstorableSentence } from "./unstorable-texts.ts";

/** The only map from a code to a status: a code without one does not compile. */
const STATUS = {
  invalid_input: 400,
  unauthorized: 401,
  plan_limit_reached: 402,
  forbidden: 403,
  second_factor_demanded: 403,
  not_found: 404,
  conflict: 409,
  answer_not_kept: 410,
  link_expired: 410,
  payload_too_large: 413,
  workflow_not_found: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  unavailable: 503,
} satisfies Record<ErrorCode, number>;

/** Response schemas of the refusals that a route can answer; validation, authentication and limits are everybody's. */
export function failures(...codes: ErrorCode[]): Record<number, typeof Failure> {
  const all: ErrorCode[] = ["invalid_input", "unauthorized", "too_many_requests", ...codes];
  return Object.fromEntries(all.map((code) => [STATUS[code], Failure]));
}

const failure = (statusCode: number, path: string, message: string | string[], requestId: string) => ({
  statusCode,
  timestamp: new Date().toISOString(),
  path,
  message,
  error: STATUS_CODES[statusCode] ?? "Error",
  code: codeOf(statusCode),
  requestId,
});

/** The code of refusals that no rule of the domain has one for: `bad_gateway` for 502. */
const codeOf = (statusCode: number): string => (STATUS_CODES[statusCode] ?? "error").toLowerCase().replace(/\W+/g, "_");

function failureBody(request: FastifyRequest, statusCode: number, message: string | string[], extra: object = {}) {
  return {
    ...failure(statusCode, redactQuery(request.originalUrl), message, request.id),
    ...typedFields(request, statusCode, message),
    ...extra,
  };
}

/** The published typed client needs these in some refusals, and fails to read them otherwise. */
function typedFields({ method, routeOptions }: FastifyRequest, statusCode: number, message: string | string[]): object {
  const sentences = Array.isArray(message) ? message : [message];
  if (statusCode === 422) return { errors: { general: { messages: sentences } } };
  if (statusCode !== 400 || method !== "POST" || routeOptions.url !== TRIGGER_URL) return {};
  const errors = sentences.map((sentence) => ({ field: pathIn(sentence), message: sentence }));
  return { type: "VALIDATION_ERROR", errors };
}

const TRIGGER_URL = "/v1/events/trigger";

function domainFailure(request: FastifyRequest, error: DomainError) {
  const fields = namedFields(request, error.messages);
  return {
    status: STATUS[error.code],
    message: error.isList ? [...error.messages] : error.message,
    extra: {
      code: error.code,
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(Object.keys(error.context).length > 0 && { ...error.context, ctx: error.context }),
    },
  };
}

/**
 * Postgres stores neither NUL characters nor halves of surrogate pairs: SQLSTATE 22021 and 22P05, and 22P02 for such a half in JSON, which
 * stands for other values as well.
 */
function isUnstorableText(error: Error): boolean {
  return [error, error.cause].some((cause) => {
    if (!(cause instanceof Error) || !("code" in cause)) return false;
    if (cause.code === "22P02") return "detail" in cause && /surrogate/.test(String(cause.detail));
    return cause.code === "22021" || cause.code === "22P05";
  });
}

/** Serialised here and not by the route's schema, so that extra keys of a refusal survive. */
function send(reply: FastifyReply, statusCode: number, body: object) {
  return reply
    .code(statusCode)
    .type("application/json; charset=utf-8")
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

/** How long, and for how many bytes, the rest of a body that is refused is read. */
const REST = { ms: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Reads what a caller still sends, which nobody keeps. The connection is closed after the answer, and a caller that has not sent
 * everything by then gets a broken connection in place of the answer, and tries again.
 */
async function readRest(body: IncomingMessage): Promise<void> {
  let read = 0;
  const watched = finished(body, { writable: false, signal: AbortSignal.timeout(REST.ms) });
  body.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > REST.bytes) body.destroy();
  });
  body.unpipe().resume();
  // A caller who has hung up, or goes on for too long, has the answer or not.
  await watched.catch(() => undefined);
}

/** Refuses an address that cannot be decoded; Fastify asks for this before it looks for a route. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id);
  const status = error.statusCode ?? 400;
  const message = "The address cannot be decoded: encode each part of its path, such as % as %25";
  send(reply, status, failureBody(request, status, error.code === "FST_ERR_BAD_URL" ? message : error.message));
}

/** Refusals of what is no request that could be routed, by the code of Node's error. */
const UNREADABLE: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, `The address and the headers are longer than ${maxHeaderSize} bytes: shorten them`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time: send it again"],
};

/** Refuses what Node cannot read as a request, in the form of all refusals. The path is not known then. */
export function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, message] = UNREADABLE[error.code ?? ""] ?? [400, "This is no request of HTTP"];
  const requestId = newRequestId();
  const body = JSON.stringify(failure(status, "", message, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${requestId}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  if (socket.writable) socket.write([...head, "", body].join("\r\n"));
  socket.destroySoon();
}

export const errors = fastifyPlugin(
  async (app) => {
    app.addHook("onRequest", async (request, reply) => {
      reply.header("x-request-id", request.id);
    });

    app.setErrorHandler(async (error: FastifyError | DomainError, request, reply) => {
      if (error instanceof DomainError) {
        const { status, message, extra } = domainFailure(request, error);
        return send(reply, status, failureBody(request, status, message, extra));
      }
      if (hasZodFastifySchemaValidationErrors(error)) {
        const { sentences, fields } = describeIssues(error.validation);
        return send(reply, 400, failureBody(request, 400, sentences, { code: "invalid_input", fields }));
      }
      if (isUnstorableText(error)) {
        const sentence = unstorableSentence(request);
        const fields = namedFields(request, [sentence]);
        return send(reply, 400, failureBody(request, 400, sentence, { code: "invalid_input", fields }));
      }
      if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
        const limit = request.routeOptions.bodyLimit;
        await readRest(request.raw);
        return send(
          reply,
          413,
          failureBody(request, 413, `The body is larger than ${limit} bytes: divide it into several calls`),
        );
      }
      if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
        return send(
          reply,
          415,
          failureBody(request, 415, "Send the body as JSON, with content-type application/json: no other type is read"),
        );
      }
      // Before anything is looked for in it that Postgres says: a caller who hangs up resets a connection, too.
      const status = error.statusCode ?? 500;
      if (status < 500) return send(reply, status, failureBody(request, status, error.message));
      const away = classifySqlFailure(error);
      if (away === "connection" || away === "contention") {
        request.log.error({ err: error }, "the database does not respond");
        return send(reply, 503, failureBody(request, 503, "The database does not respond: send the request again"));
      }
      // What went wrong may carry SQL and other people's rows: the caller gets an id to quote, the log gets the rest.
      const errorId = randomUUID();
      request.log.error({ err: error, errorId }, "request failed");
      return send(reply, 500, failureBody(request, 500, "Internal server error", { errorId }));
    });

    app.setNotFoundHandler((request, reply) =>
      send(reply, 404, failureBody(request, 404, `Cannot ${request.method} ${redactQuery(request.originalUrl)}`)),
    );
  },
  { name: "errors" },
);
