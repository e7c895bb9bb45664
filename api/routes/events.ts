import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  ByTransaction,
  EventPage,
  EventStatus,
  ListEvents,
  ResumedEvent,
  TriggerBroadcast,
  TriggerBulk,
  TriggerEvent,
  TriggerResult,
} from "#contract/events.ts";
import { ExplainEvent, Explanation, SimulateWorkflow, Simulation } from "#contract/explain.ts";
import { SendSignal, SignalResult } from "#contract/signals.ts";
import { TestEmail } from "#contract/test-email.ts";
import { listEvents } from "#db/queries/events/list-events.ts";
import { KEY, MEMBER } from "../access.ts";
import { pageOf, placeOf } from "../keyset.ts";
import { failures } from "../plugins/errors.ts";
import { cancelEvent } from "../services/cancel-event.ts";
import { eventStatus } from "../services/event-status.ts";
import { explainEvent, simulateWorkflow } from "../services/explain-event.ts";
import { resumeEvent } from "../services/resume-event.ts";
import { sendSignal } from "../services/send-signal.ts";
import { sendTestEmail } from "../services/send-test-email.ts";
import { triggerBulk } from "../services/trigger-bulk.ts";
import { triggerEvent } from "../services/trigger-event.ts";
import { listedEventView } from "../views/events.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Triggers workflows. */
export const eventRoutes: ZodRoutes = async (app) => {
  app.get(
    "/events",
    {
      schema: {
        summary: "The events that were accepted, newest first, with those that reached nobody",
        querystring: ListEvents,
        response: { 200: EventPage, ...failures() },
      },
      config: { access },
    },
    async ({ scope, query: { cursor, limit, ...filter } }) => {
      const rows = await listEvents(app.db, scope, { ...filter, after: placeOf(cursor), limit: limit + 1 });
      const { shown, next } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
      return { data: shown.map((row) => listedEventView(row, app.engine.runUrl(row.executionId))), next };
    },
  );

  app.post(
    "/events/trigger",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Trigger a workflow for subscribers and topics",
        body: TriggerEvent,
        response: {
          201: data(TriggerResult),
          ...failures("plan_limit_reached", "workflow_not_found", "payload_too_large", "unavailable"),
        },
      },
      config: { access, limit: "triggers" },
    },
    async (request, reply) => {
      return reply.code(201).send({ data: await triggerEvent(app, request, request.body, "direct") });
    },
  );

  app.post(
    "/events/trigger/bulk",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Trigger up to 100 events; each has its own result",
        body: TriggerBulk,
        response: { 201: data(z.array(TriggerResult)), ...failures("payload_too_large", "unavailable") },
      },
      config: { access, limit: "triggers", rate: { cost: "bulk" } },
    },
    async (request, reply) => reply.code(201).send({ data: await triggerBulk(app, request, request.body.events) }),
  );

  app.post(
    "/events/trigger/broadcast",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Trigger a workflow for every subscriber of the environment",
        body: TriggerBroadcast,
        response: {
          201: data(TriggerResult),
          ...failures("plan_limit_reached", "workflow_not_found", "payload_too_large", "unavailable"),
        },
      },
      config: { access, limit: "triggers", rate: { cost: "bulk" } },
    },
    async (request, reply) => {
      return reply.code(201).send({ data: await triggerEvent(app, request, request.body, "broadcast") });
    },
  );

  app.post(
    "/events/explain",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Explain what an event would do for its recipients, step by step; nothing is written or sent",
        body: ExplainEvent,
        response: { 200: data(Explanation), ...failures("workflow_not_found", "payload_too_large") },
      },
      config: { access, limit: "triggers" },
    },
    async ({ scope, body }) => ({ data: await explainEvent(app, scope, body) }),
  );

  app.post(
    "/events/simulate",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Go through earlier events with a workflow as it is, or as a draft; nothing is written or sent",
        body: SimulateWorkflow,
        response: { 200: data(Simulation), ...failures("workflow_not_found", "payload_too_large") },
      },
      config: { access, limit: "triggers" },
    },
    async ({ scope, body }) => ({ data: await simulateWorkflow(app, scope, body) }),
  );

  app.post(
    "/events/test/email",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Render an email and send it at once, to see what it looks like; it has no run",
        body: TestEmail,
        response: { 201: data(z.object({})), ...failures("not_found", "conflict") },
      },
      config: { access: [MEMBER], limit: "triggers" },
    },
    async ({ scope, body }, reply) => {
      await sendTestEmail(app, scope, body);
      return reply.code(201).send({ data: {} });
    },
  );

  app.post(
    "/events/signal",
    {
      schema: {
        summary: "Tell the runs of a subscriber that wait for it that something has happened",
        body: SendSignal,
        response: { 201: data(SignalResult), ...failures("not_found") },
      },
      config: { access, limit: "triggers" },
    },
    async (request, reply) => reply.code(201).send({ data: await sendSignal(app, request, request.body) }),
  );

  app.get(
    "/events/trigger/:transactionId",
    {
      schema: {
        summary: "Where an event stands",
        params: ByTransaction,
        response: { 200: data(EventStatus), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: await eventStatus(app, scope, params.transactionId) }),
  );

  app.delete(
    "/events/trigger/:transactionId",
    {
      schema: {
        summary: "Cancel what of an event has not begun",
        params: ByTransaction,
        response: { 200: data(z.boolean()), ...failures() },
      },
      config: { access },
    },
    async (request) => ({ data: await cancelEvent(app, request, request.params.transactionId) }),
  );

  app.post(
    "/events/trigger/:transactionId/resume",
    {
      schema: {
        summary: "Start again what of an event failed or was stopped; what has been sent is not sent again",
        params: ByTransaction,
        response: { 200: data(ResumedEvent), ...failures("not_found", "conflict", "unavailable") },
      },
      config: { access, limit: "triggers" },
    },
    async (request) => ({ data: await resumeEvent(app, request, request.params.transactionId) }),
  );
};
