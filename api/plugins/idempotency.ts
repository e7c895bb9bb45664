import { createHash } from "node:crypto";
import { pipeline, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest, RequestPayload, RouteOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { IDEMPOTENCY_KEY_MAX, STORED_ANSWER_MAX_BYTES } from "#contract/constants/limits.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { decrypt, encrypt } from "#db/encryption.ts";
import { claimKey, type StoredAnswer } from "#db/queries/idempotency/claim-key.ts";
import { releaseClaim, storeAnswer } from "#db/queries/idempotency/end-claim.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import type { KeyedRequest } from "../request.ts";
import { holdClaims } from "./held-claims.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Names of fields that the answer shows once. */
    secrets?: readonly string[];
    /** Fields of the body that hold secrets. */
    secretFields?: readonly string[];
  }
}

/** The header of requests and answers. */
const KEY_HEADER = "idempotency-key";
const RETRY_AFTER_SECONDS = 1;

/** Whether an operation takes keys: POST and PATCH, by callers who are known. The other methods can be repeated as they are. */
export function takesIdempotencyKey({ method, config }: Pick<RouteOptions, "method" | "config">): boolean {
  const isWrite = [method].flat().some((name) => name === "POST" || name === "PATCH");
  return isWrite && !config?.access.some(({ kind }) => kind === "public" || kind === "socket");
}

/**
 * Processes a call with an Idempotency-Key once, and answers its repetitions with the same answer. Register it after
 * `auth` and `rateLimit`: refused calls claim no key. An attempt claims the key before the body is validated and stores
 * its answer before it is sent, each in one statement. While it is processed it holds a lease, so that the key of a
 * process that died is free soon (`db/queries/idempotency/lease.ts`). Calls without a key, and other methods, have no
 * cost.
 */
export const idempotency = fastifyPlugin(
  async (app) => {
    const documentation = `<${addressOf(app.config, "api", "/docs")}>; rel="help"`;
    const held = holdClaims(app.db, app.log);
    app.addHook("onClose", async () => held.stop());
    app.decorateRequest("keyed", null);
    app.decorateRequest("callId", null);

    app.addHook("onRoute", (route) => {
      if (!takesIdempotencyKey(route)) return;
      route.onRequest = [...hooks(route.onRequest), readKey];
      route.preParsing = [...hooks(route.preParsing), hashBody];
      route.preValidation = [...hooks(route.preValidation), claimOrReplay];
      route.onSend = [...hooks(route.onSend), keepAnswer];
    });

    async function claimOrReplay(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const { keyed, caller } = request;
      // Keys of calls that concern a person are the person's own.
      const scope = request.scope ?? (caller?.kind === "person" ? { organizationId: caller.userId } : undefined);
      if (!keyed || !scope) return undefined;
      const subscriberId = caller?.kind === "subscriber" ? caller.id : undefined;
      const call = { ...scope, subscriberId, method: request.method, path: request.url, key: keyed.key };
      const bodyHash = keyed.bodyHash.digest("hex");
      const result = await claimKey(app.db, call, bodyHash).catch((err: unknown) => {
        // Whatever keeps the key from being stored: without it the call could be processed twice.
        request.log.error({ err }, "an idempotency key could not be claimed");
        throw new DomainError(
          "unavailable",
          "The Idempotency-Key could not be stored, so that the request was not processed: send it again",
        );
      });
      if (result.state === "claimed") {
        keyed.claim = result.claim;
        request.callId = result.callId;
        held.add(result.claim);
        return undefined;
      }
      if (result.state === "running") {
        reply.header("retry-after", RETRY_AFTER_SECONDS).header("link", documentation);
        throw new DomainError(
          "conflict",
          `Request with key "${keyed.key}" is currently being processed. Please retry after ${RETRY_AFTER_SECONDS} second`,
        );
      }
      if (result.bodyHash !== bodyHash) {
        reply.header("link", documentation);
        throw new DomainError(
          "idempotency_key_reused",
          `Request with key "${keyed.key}" is being reused for a different body`,
        );
      }
      return replay(reply, result.answer);
    }

    async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const claim = request.keyed?.claim;
      if (!request.keyed || !claim) return payload;
      request.keyed.claim = null;
      held.delete(claim);
      try {
        if (isKept(reply.statusCode)) await storeAnswer(app.db, claim, answerOf(request, reply, payload));
        else await releaseClaim(app.db, claim);
      } catch (err) {
        // What the call did is done, so that the caller gets its answer; the key is free when its lease ends.
        request.log.error({ err }, "the answer to a call with an idempotency key could not be stored");
      }
      return payload;
    }
  },
  { name: "idempotency", dependencies: ["auth", "rate-limit", "api-rate-limit"] },
);

async function readKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = request.headers[KEY_HEADER];
  if (typeof key !== "string" || key === "") return;
  if (key.length > IDEMPOTENCY_KEY_MAX) {
    throw new DomainError("invalid_input", `Idempotency-Key must be at most ${IDEMPOTENCY_KEY_MAX} characters`);
  }
  reply.header(KEY_HEADER, key);
  const keyed: KeyedRequest = { key, bodyHash: createHash("blake2s256"), claim: null };
  request.keyed = keyed;
}

function replay(reply: FastifyReply, { status, contentType, body, isOmitted }: StoredAnswer): FastifyReply {
  if (isOmitted) {
    throw new DomainError(
      "answer_not_kept",
      `The request was processed and answered with status ${status}, and the answer was too long to be kept: read what the request was to change`,
    );
  }
  reply.header("idempotency-replay", "true").code(status);
  if (contentType !== null) reply.type(contentType);
  if (body === null) return reply.send();
  return reply.serializer((text: unknown) => String(text)).send(decrypt(body, reply.server.config.encryptionKey));
}

function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): StoredAnswer {
  const contentType = reply.getHeader("content-type");
  const answer = { status: reply.statusCode, contentType: typeof contentType === "string" ? contentType : null };
  if (payload === undefined || payload === null || payload === "") return { ...answer, body: null, isOmitted: false };
  // A stream or a file is not kept either.
  if (typeof payload !== "string" || Buffer.byteLength(payload) > STORED_ANSWER_MAX_BYTES) {
    return { ...answer, body: null, isOmitted: true };
  }
  const kept = withoutSecrets(payload, request.routeOptions.config.secrets ?? []);
  return { ...answer, body: encrypt(kept, request.server.config.encryptionKey), isOmitted: false };
}

/** Answers that say nothing about the call but that it could not be processed now: the next attempt processes it. */
const isKept = (status: number): boolean => status < 500 && ![402, 408, 429].includes(status);

/** Hashes the body on its way to the parser, so that a large one is neither kept nor written again for that. */
async function hashBody(request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) {
  const hash = request.keyed?.bodyHash;
  if (!hash) return payload;
  const hashed = new Transform({
    transform(chunk, _encoding, next) {
      hash.update(chunk);
      next(null, chunk);
    },
  });
  // An error of either stream ends the other, and with it the request.
  return pipeline(payload, hashed, () => undefined);
}

function hooks<Hook>(given: Hook | Hook[] | undefined): Hook[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? given : [given];
}

/** A JSON answer with the ends of what its operation shows once, in fields of these names. */
function withoutSecrets(payload: string, names: readonly string[]): string {
  if (names.length === 0) return payload;
  return JSON.stringify(
    mapLeaves(Object(parseExactJson(payload)), (leaf, path) =>
      typeof leaf === "string" && path.some((part) => names.includes(part)) ? maskedSecret(leaf) : leaf,
    ),
  );
}
