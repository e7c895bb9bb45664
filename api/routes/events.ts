import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  ByTransaction,
  EventStatus,
  ResumedEvent,
  TriggerBroadcast,
  TriggerBulk,
  TriggerEvent,
  TriggerResult,
} from "#contract/events.ts";
import { failures } from "../plugins/errors.ts";
import { cancelEvent } from "../services/cancel-event.ts";
import { eventStatus } from "../services/event-status.ts";
import { resumeEvent } from "../services/resume-event.ts";
import { triggerBulk } from "../services/trigger-bulk.ts";
import { triggerEvent } from "../services/trigger-event.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Triggering workflows: api-management.md section 5. */
export const eventRoutes: ZodRoutes = async (app) => {
  app.post(
    "/events/trigger",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Trigger a workflow for subscribers and topics",
        body: TriggerEvent,
        response: { 201: data(TriggerResult), ...failures("workflow_not_found", "payload_too_large", "unavailable") },
      },
    },
    async ({ scope, body }, reply) => {
      return reply.code(201).send({ data: await triggerEvent(app, scope, body, "direct") });
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
    },
    async ({ scope, body }, reply) => reply.code(201).send({ data: await triggerBulk(app, scope, body.events) }),
  );

  app.post(
    "/events/trigger/broadcast",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Trigger a workflow for every subscriber of the environment",
        body: TriggerBroadcast,
        response: { 201: data(TriggerResult), ...failures("workflow_not_found", "payload_too_large", "unavailable") },
      },
    },
    async ({ scope, body }, reply) => {
      return reply.code(201).send({ data: await triggerEvent(app, scope, body, "broadcast") });
    },
  );

  app.get(
    "/events/trigger/:transactionId",
    {
      schema: {
        summary: "Where an event stands",
        params: ByTransaction,
        response: { 200: data(EventStatus), ...failures("not_found") },
      },
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
    },
    async ({ scope, params }) => ({ data: await cancelEvent(app, scope, params.transactionId) }),
  );

  app.post(
    "/events/trigger/:transactionId/resume",
    {
      schema: {
        summary: "Start again what of an event failed or was stopped; what has been sent is not sent again",
        params: ByTransaction,
        response: { 200: data(ResumedEvent), ...failures("not_found", "conflict", "unavailable") },
      },
    },
    async ({ scope, params }) => ({ data: await resumeEvent(app, scope, params.transactionId) }),
  );
};
