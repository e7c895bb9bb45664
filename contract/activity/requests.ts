import { z } from "zod";
import {
  RECORDED_REQUESTS,
  REQUEST_DAYS_MAX,
  REQUEST_METHODS,
  REQUEST_PATH_MAX,
  REQUEST_STATUS_CLASSES,
} from "../constants/activity/requests.ts";
import { TRANSACTION_ID_MAX } from "../constants/limits.ts";
import { ADMIN, KEY, READER } from "../schemas/access.ts";
import {
  data,
  example,
  givenMoment,
  Id,
  Moment,
  owned,
  queryBoolean,
  referenceUpTo,
  wholeNumberUpTo,
} from "../schemas/common.ts";
import { keysetPage, keysetQuery } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";

/* Calls with API keys: docs/requests.md. */

const moment = givenMoment("must be a moment in ISO 8601, such as 2026-01-31T12:00:00Z");

/** An event that a call brought. */
const BroughtEvent = z.object({
  transactionId: z.string(),
  /** Whether an earlier call had brought the event, so that this one delivered nothing. */
  isDuplicate: z.boolean(),
});

const Request = z
  .object({
    ...owned(),
    createdAt: Moment,
    method: z.enum(REQUEST_METHODS),
    /** The path as the OpenAPI document has it, with `:name` for each parameter. */
    route: z.string(),
    path: z.string(),
    status: z.number().int(),
    /** From the arrival of the headers until the answer was sent, in milliseconds. */
    durationMs: z.number().int(),
    apiKey: z.object({
      _id: z.string(),
      /** Absent once the key is gone. */
      name: z.string().optional(),
      /** Its last four characters. */
      end: z.string(),
    }),
    /** The id of the answer: its header x-request-id. */
    requestId: z.string(),
    /** Events that the call brought. */
    events: z.array(BroughtEvent),
    /** Whether the answer is that of an earlier call with the same Idempotency-Key. */
    isReplay: z.boolean(),
    /** Of a call that was refused. */
    error: z
      .object({
        code: z.string().optional(),
        /** Sentences that name the field and the remedy; none where bodies are not recorded. */
        messages: z.array(z.string()),
        /** Sentences that are about a field, by the path of the field. */
        fields: z.record(z.string(), z.array(z.string())),
      })
      .optional(),
  })
  .meta({ id: "Request" });
export type Request = z.infer<typeof Request>;

/** A body or an answer, with masks for its secrets. */
const RecordedText = z.object({
  text: z.string(),
  /** Whether this is the beginning of a longer text. */
  isCut: z.boolean(),
  /** The length of the whole text; absent where it is not known. */
  bytes: z.number().int().optional(),
});
export type RecordedText = z.infer<typeof RecordedText>;

const RequestDetails = Request.extend({
  query: z.string().optional(),
  /** The address that the call came from. */
  address: z.string().optional(),
  userAgent: z.string().optional(),
  contentType: z.string().optional(),
  idempotencyKey: z.string().optional(),
  body: RecordedText.optional(),
  answer: RecordedText.optional(),
  events: z.array(
    BroughtEvent.extend({
      /** Of a duplicate, the recorded call that brought the event first. */
      _duplicateOf: z.string().optional(),
      /** Absent once the event or the workflow is gone. */
      workflow: z.object({ _id: z.string(), identifier: z.string(), name: z.string() }).optional(),
    }),
  ),
}).meta({ id: "RequestDetails" });
export type RequestDetails = z.infer<typeof RequestDetails>;

const STATUS = /^[1-5]\d\d$/;
const statuses = REQUEST_STATUS_CLASSES.join(", ");

export const ListRequests = z.object({
  ...keysetQuery(),
  status: z
    .union([z.enum(REQUEST_STATUS_CLASSES), z.string().regex(STATUS).transform(Number)], {
      error: `must be a status such as 409, or one of ${statuses}`,
    })
    .optional()
    .describe(`A status, or one of ${statuses}`),
  method: z.enum(REQUEST_METHODS, { error: `must be one of ${REQUEST_METHODS.join(", ")}` }).optional(),
  path: referenceUpTo(REQUEST_PATH_MAX).optional().describe("The beginning of the path or of the route"),
  apiKeyId: Id.optional(),
  transactionId: referenceUpTo(TRANSACTION_ID_MAX).optional().describe("Calls that brought this event"),
  duplicates: queryBoolean().describe("`false` leaves out calls that brought only events which had been there"),
  from: moment.optional().describe("Calls from this moment on"),
  to: moment.optional().describe("Calls before this moment"),
});
export type ListRequests = z.infer<typeof ListRequests>;

export const RequestPage = keysetPage(Request).extend({
  /** Calls between `from` and `to`, to the hour, that were not recorded: there were too many at once, or the database was away. */
  unrecorded: z.object({ calls: z.number().int(), lastHour: Moment.nullable() }),
});

export const RequestSettings = z
  .object({
    recorded: z.enum(RECORDED_REQUESTS, { error: `must be one of ${RECORDED_REQUESTS.join(", ")}` }),
    /** For so many days calls are kept that are made from now on. */
    days: wholeNumberUpTo(REQUEST_DAYS_MAX),
  })
  .meta({ id: "RequestSettings" });
export type RequestSettings = z.infer<typeof RequestSettings>;

const ChangeRequestSettings = z
  .strictObject(RequestSettings.shape)
  .meta(example({ recorded: "without_bodies", days: 14 }));

export const requestOperations = operations("requests", {
  listRequests: {
    route: "GET /v1/requests",
    client: "requests.list",
    summary: "List recorded API calls that wrote or were refused, newest first",
    description:
      "Recorded within a second after a call was answered. A page may have fewer calls than its limit: `next` is null after the last one.",
    access: [KEY, READER],
    query: ListRequests,
    answer: { 200: RequestPage },
  },

  getRequestSettings: {
    route: "GET /v1/requests/settings",
    client: "requests.getSettings",
    summary: "Get which API calls are recorded, and how long they are kept",
    access: [KEY, READER],
    answer: { 200: data(RequestSettings) },
  },

  setRequestSettings: {
    route: "PUT /v1/requests/settings",
    client: "requests.setSettings",
    summary: "Set which API calls are recorded, and how long they are kept",
    access: [KEY, ADMIN],
    audit: "environment.updated",
    body: ChangeRequestSettings,
    answer: { 200: data(RequestSettings) },
    failures: ["forbidden"],
  },

  getRequest: {
    route: "GET /v1/requests/:requestId",
    client: "requests.get",
    summary: "Get a recorded API call with its body, its answer and the events that it created",
    access: [KEY, READER],
    params: z.object({ requestId: Id }),
    answer: { 200: data(RequestDetails) },
    failures: ["not_found"],
  },
});
