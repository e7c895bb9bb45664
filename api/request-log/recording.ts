import type { FastifyRequest } from "fastify";
import { REQUEST_TEXT_BYTES } from "#contract/constants/activity/requests.ts";
import type { RequestError } from "#db/schema/events/api-requests.ts";
import type { Scope } from "#db/scope.ts";

/** The beginning of a text that is recorded, before its secrets are masked. */
export interface CutText {
  text: string;
  bytes: number;
  isCut: boolean;
}

/** A call with an API key, while it is processed. */
export interface Recording {
  scope: Scope;
  keyId: string;
  keyEnd: string;
  body: CutText | null;
  /** Whether the body could be parsed: in a text that is no JSON, secrets have no names. */
  isBodyRead: boolean;
  answer: CutText | null;
  /** Null for a call that is not refused. */
  error: RequestError | null;
  /** When the call began: as text, and of `performance.now()`. */
  createdAt: string;
  begun: number;
  /** Whether each event that the call brought had been there before, by transactionId. */
  events: Map<string, boolean>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for calls without an API key that is known. */
    recording: Recording | null;
    /** Notes an event that the call brought, once: what an attempt finds is there because of an earlier one. */
    noteEvent: (transactionId: string, isDuplicate: boolean) => void;
  }
}

/** Begins to record a call, by the key that was found for it, also when the key may not make the call. */
export function startRecording(request: FastifyRequest, key: Pick<Recording, "scope" | "keyId" | "keyEnd">): void {
  request.recording = {
    ...key,
    createdAt: nextMoment(),
    begun: performance.now(),
    body: null,
    isBodyRead: false,
    answer: null,
    error: null,
    events: new Map(),
  };
}

let lastMs = 0;
let inMs = 0;

/** The moment in ISO 8601 with microseconds, which count the calls of a millisecond: lists have calls in the order in which they came. */
function nextMoment(): string {
  const now = Date.now();
  inMs = now === lastMs ? Math.min(inMs + 1, 999) : 0;
  lastMs = now;
  return `${new Date(now).toISOString().slice(0, -1)}${String(inMs).padStart(3, "0")}Z`;
}

/** Keeps the beginning of a body as it arrived. Bytes that are not UTF-8 become replacement characters. */
export function recordBody({ recording }: FastifyRequest, bytes: Buffer): void {
  if (recording) recording.body = cutBytes(bytes);
}

/** The beginning of a text, by its length in UTF-8. */
export function cutText(text: string): CutText {
  const bytes = Buffer.byteLength(text);
  if (bytes <= REQUEST_TEXT_BYTES) return { text, bytes, isCut: false };
  return { ...cutBytes(Buffer.from(text.slice(0, REQUEST_TEXT_BYTES))), bytes, isCut: true };
}

function cutBytes(bytes: Buffer): CutText {
  const { length } = bytes;
  if (length <= REQUEST_TEXT_BYTES) return { text: bytes.toString(), bytes: length, isCut: false };
  // The last character may have been cut in the middle.
  const text = bytes.toString("utf8", 0, REQUEST_TEXT_BYTES).replace(/\uFFFD$/, "");
  return { text, bytes: length, isCut: true };
}
