import { z } from "zod";
import { DEFAULT_SAFETY_CAPS, PAUSE_REASONS } from "./constants/safety-caps.ts";
import { ADMIN, KEY, READER } from "./schemas/access.ts";
import { data, example, Id, pageQuery } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

const cap = z.int().min(1).max(1_000_000_000);

/** Most of something in a time; null is no cap. */
export const SafetyCaps = z
  .object({
    messagesPerSubscriberPerHour: cap.nullable(),
    eventsPerWorkflowPerMinute: cap.nullable(),
    messagesPerWorkflowPerMinute: cap.nullable(),
  })
  .meta({ id: "SafetyCaps" });
export type SafetyCaps = z.infer<typeof SafetyCaps>;

/** Replaces the caps that an environment sets itself; what is left out has the default. */
export const ChangeSafetyCaps = SafetyCaps.partial().meta(example({ messagesPerSubscriberPerHour: 100 }));
/** Caps as they are stored: what is missing is inherited. */
export type StoredSafetyCaps = z.infer<typeof ChangeSafetyCaps>;

/** Replaces the caps that a workflow sets itself; what is left out is that of its environment. */
export const ChangeWorkflowSafetyCaps = SafetyCaps.omit({ messagesPerSubscriberPerHour: true })
  .partial()
  .meta(example({ eventsPerWorkflowPerMinute: 1000 }));

/** Returns the caps that count, by what is set for the environment and, before that, for the workflow. */
export function effectiveCaps(environment: StoredSafetyCaps | null, workflow: StoredSafetyCaps | null): SafetyCaps {
  const layers: StoredSafetyCaps[] = [workflow ?? {}, environment ?? {}, DEFAULT_SAFETY_CAPS];
  const first = (name: keyof SafetyCaps) =>
    layers.map((layer) => layer[name]).find((value) => value !== undefined) ?? null;
  return {
    messagesPerSubscriberPerHour: first("messagesPerSubscriberPerHour"),
    eventsPerWorkflowPerMinute: first("eventsPerWorkflowPerMinute"),
    messagesPerWorkflowPerMinute: first("messagesPerWorkflowPerMinute"),
  };
}

/** A workflow or a subscriber whose runs wait because a cap was reached. */
export const Pause = z.object({
  _id: z.string(),
  reason: z.enum(PAUSE_REASONS),
  /** Identifier of the workflow, or the customer's id of the subscriber, that is paused. */
  workflow: z.object({ _id: z.string(), identifier: z.string(), name: z.string() }).optional(),
  subscriber: z.object({ _id: z.string(), subscriberId: z.string() }).optional(),
  /** The cap, and how many there were when it was found to be reached. */
  limit: z.number(),
  counted: z.number(),
  /** Runs that wait, counted up to a thousand. */
  waiting: z.number(),
  state: z.enum(["open", "continued", "discarded"]),
  createdAt: z.string(),
  resolvedAt: z.string().optional(),
});
export type Pause = z.infer<typeof Pause>;

export const ListPauses = z.object({
  state: z.enum(["open", "resolved"]).default("open"),
  ...pageQuery(),
});

export const PausePage = z.object({
  page: z.number(),
  pageSize: z.number(),
  hasMore: z.boolean(),
  data: z.array(Pause),
});

export const PauseById = z.object({ pauseId: Id });

export const safetyCapOperations = operations("safety-caps", {
  getSafetyCaps: {
    route: "GET /v1/safety-caps",
    client: "safetyCaps.get",
    summary: "Get the safety caps of the environment",
    access: [KEY, READER],
    answer: { 200: data(SafetyCaps) },
  },

  setSafetyCaps: {
    route: "PUT /v1/safety-caps",
    client: "safetyCaps.set",
    summary: "Set the safety caps of the environment",
    access: [KEY, ADMIN],
    audit: "environment.updated",
    body: ChangeSafetyCaps,
    answer: { 200: data(SafetyCaps) },
    failures: ["forbidden"],
  },

  getWorkflowSafetyCaps: {
    route: "GET /v1/safety-caps/workflows/:workflowId",
    client: "safetyCaps.getOfWorkflow",
    summary: "Get the safety caps of a workflow",
    access: [KEY, READER],
    params: z.object({ workflowId: Id }),
    answer: { 200: data(SafetyCaps) },
    failures: ["not_found"],
  },

  setWorkflowSafetyCaps: {
    route: "PUT /v1/safety-caps/workflows/:workflowId",
    client: "safetyCaps.setOfWorkflow",
    summary: "Set the safety caps of a workflow",
    access: [KEY, ADMIN],
    audit: "workflow.updated",
    params: z.object({ workflowId: Id }),
    body: ChangeWorkflowSafetyCaps,
    answer: { 200: data(SafetyCaps) },
    failures: ["not_found", "forbidden"],
  },

  listPauses: {
    route: "GET /v1/pauses",
    client: "pauses.list",
    tag: "pauses",
    summary: "List the pauses caused by safety caps",
    access: [KEY, READER],
    query: ListPauses,
    answer: { 200: PausePage },
  },

  continuePause: {
    route: "POST /v1/pauses/:pauseId/continue",
    client: "pauses.continue",
    summary: "End a pause and continue the runs that it holds",
    tag: "pauses",
    access: [KEY, ADMIN],
    audit: "pause.continued",
    params: PauseById,
    answer: { 200: data(Pause) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  discardPause: {
    route: "POST /v1/pauses/:pauseId/discard",
    client: "pauses.discard",
    summary: "End a pause and cancel the runs that it holds",
    tag: "pauses",
    access: [KEY, ADMIN],
    audit: "pause.discarded",
    params: PauseById,
    answer: { 200: data(Pause) },
    failures: ["not_found", "conflict", "forbidden"],
  },
});
