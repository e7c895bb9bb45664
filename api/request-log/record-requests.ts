import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import {
  REQUEST_METHODS,
  REQUEST_PATH_MAX,
  REQUEST_SENTENCE_MAX,
  REQUEST_SENTENCES_MAX,
  type RequestMethod,
} from "#contract/constants/activity/requests.ts";
import { IDEMPOTENCY_KEY_MAX } from "#contract/constants/limits.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { NewRequest } from "#db/queries/activity/requests/store-requests.ts";
import type { RequestError } from "#db/schema/events/api-requests.ts";
import { redactQuery } from "#telemetry/redact-query.ts";
import { maskText, mayHoldSecret } from "./mask-text.ts";
import { type CutText, cutText, type Recording } from "./recording.ts";
import { createRequestBuffer, type RequestBuffer } from "./request-buffer.ts";

declare module "fastify" {
  interface FastifyInstance {
    requestLog: RequestBuffer;
  }
}

const HEADER_MAX = 512;

/**
 * Records calls with API keys: those that write, and others that were refused. They are written after their answers were sent, several
 * together, and no answer waits for that. Register it before `auth`, which begins a recording by the key that it finds.
 */
export const recordRequests = fastifyPlugin(
  async (app) => {
    const buffer = createRequestBuffer(app);
    app.decorate("requestLog", buffer);
    app.addHook("onClose", () => buffer.close());
    app.decorateRequest("recording", null);
    app.decorateRequest("noteEvent", function noteEvent(this: FastifyRequest, transactionId, isDuplicate) {
      const events = this.recording?.events;
      if (events && !events.has(transactionId)) events.set(transactionId, isDuplicate);
    });
    if (!app.config.recordsRequests) return;

    /** A call is answered, whatever becomes of its record. */
    const attempt = (request: FastifyRequest, record: () => void): void => {
      try {
        record();
      } catch (err) {
        request.recording = null;
        request.log.error({ err }, "a call cannot be recorded");
      }
    };

    // Hooks without promises: every call goes through them.
    app.addHook("onSend", (request, reply, payload, done) => {
      attempt(request, () => noteAnswer(request, reply, payload));
      done(null, payload);
    });

    app.addHook("onResponse", (request, reply, done) => {
      attempt(request, () => {
        const { recording } = request;
        if (!recording || !isRecorded(request, reply)) return;
        const toRow = rowMaker(request, reply, recording);
        const bytes = (recording.body?.text.length ?? 0) + (recording.answer?.text.length ?? 0) + 1_024;
        buffer.add({ scope: recording.scope, bytes, toRow });
      });
      done();
    });
  },
  { name: "record-requests" },
);

const isRecorded = ({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  isMethod(method) && (method !== "GET" || statusCode >= 400);

const isMethod = (method: string): method is RequestMethod => REQUEST_METHODS.some((known) => known === method);

/** Keeps the beginning of an answer. A file, or what is sent piece by piece, is none that somebody looks for in a log. */
function noteAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { recording } = request;
  if (!recording || typeof payload !== "string" || !isRecorded(request, reply)) return;
  noteReplayed(request, reply, payload);
  recording.answer = cutText(payload);
  recording.error = errorOf(reply, payload);
}

/** A repeated answer names the events that the first call brought. */
function noteReplayed(request: FastifyRequest, reply: FastifyReply, payload: string): void {
  if (reply.getHeader("idempotency-replay") === undefined) return;
  if (!request.routeOptions.url?.startsWith("/v1/events/trigger")) return;
  for (const result of [parsed(payload).data].flat()) {
    if (isJsonObject(result) && typeof result.transactionId === "string") request.noteEvent(result.transactionId, true);
  }
}

/** Reads the sentences of a refusal from the whole answer, of which less may be kept. */
function errorOf({ statusCode }: FastifyReply, payload: string): RequestError | null {
  if (statusCode < 400) return null;
  const refusal = parsed(payload);
  const messages = [refusal.message].flat().filter((sentence) => typeof sentence === "string");
  const fields = isJsonObject(refusal.fields) ? Object.entries(refusal.fields) : [];
  return {
    code: typeof refusal.code === "string" ? refusal.code : null,
    messages: short(messages),
    fields: Object.fromEntries(
      fields
        .slice(0, REQUEST_SENTENCES_MAX)
        .map(([name, sentences]) => [
          name.slice(0, REQUEST_SENTENCE_MAX),
          short([sentences].flat().filter((sentence) => typeof sentence === "string")),
        ]),
    ),
  };
}

const short = (sentences: readonly string[]): string[] =>
  sentences.slice(0, REQUEST_SENTENCES_MAX).map((sentence) => sentence.slice(0, REQUEST_SENTENCE_MAX));

function parsed(payload: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(payload));
  } catch {
    return {};
  }
}

/** Reads what the row needs from a request that is over, so that nothing of the request is held until the row is made. */
function rowMaker(request: FastifyRequest, reply: FastifyReply, recording: Recording): () => NewRequest {
  const { method, id: requestId, ip, headers, routeOptions, originalUrl } = request;
  const { scope, keyId, keyEnd, createdAt, begun, body, answer, error, events } = recording;
  const durationMs = Math.max(0, Math.round(performance.now() - begun));
  const [path = "", query] = splitAddress(originalUrl);
  const { secrets = [], secretFields = [] } = routeOptions.config;
  const header = (name: string, max = HEADER_MAX) => {
    const value = headers[name];
    return typeof value === "string" && value !== "" ? value.slice(0, max) : null;
  };
  const entries = [...events];
  const row = {
    id: randomUUID(),
    ...scope,
    keyId,
    keyEnd,
    method: isMethod(method) ? method : "POST",
    route: routeOptions.url ?? path,
    path: path.slice(0, REQUEST_PATH_MAX),
    query: query === undefined ? null : query.slice(0, REQUEST_PATH_MAX),
    status: reply.statusCode,
    durationMs,
    address: ip,
    userAgent: header("user-agent"),
    contentType: header("content-type"),
    idempotencyKey: header("idempotency-key", IDEMPOTENCY_KEY_MAX),
    isReplay: reply.getHeader("idempotency-replay") !== undefined,
    requestId,
    error,
    transactionIds: entries.map(([id]) => id),
    duplicateIds: entries.filter(([, isDuplicate]) => isDuplicate).map(([id]) => id),
    createdAt,
  } satisfies Partial<NewRequest>;
  return () => ({
    ...row,
    ...bodyColumns(body, recording.isBodyRead, secretFields),
    ...answerColumns(answer, secrets),
  });
}

function splitAddress(address: string): [path: string, query: string | undefined] {
  const start = address.indexOf("?");
  return start === -1 ? [address, undefined] : [address.slice(0, start), redactQuery(address).slice(start + 1)];
}

function bodyColumns(body: CutText | null, isRead: boolean, secretFields: readonly string[]) {
  if (!body) return { body: null, bodyBytes: null, bodyIsCut: false };
  const { text, bytes, isCut } = body;
  const isShown = isRead || (secretFields.length === 0 && !mayHoldSecret(text));
  return { body: isShown ? maskText(text, secretFields) : null, bodyBytes: bytes, bodyIsCut: isShown && isCut };
}

function answerColumns(answer: CutText | null, secrets: readonly string[]) {
  if (!answer) return { answer: null, answerBytes: null, answerIsCut: false };
  return { answer: maskText(answer.text, secrets), answerBytes: answer.bytes, answerIsCut: answer.isCut };
}
