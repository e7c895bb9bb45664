import { eventOperations } from "#contract/events.ts";
import { listEvents } from "#db/queries/events/list-events.ts";
import { triggerEvent } from "#events/trigger-event.ts";
import { handlers } from "../../handlers.ts";
import { pageOf, placeOf } from "../../keyset.ts";
import { cancelEvent } from "../../services/events/cancel-event.ts";
import { eventStatus } from "../../services/events/event-status.ts";
import { resumeEvent } from "../../services/events/resume-event.ts";
import { sendSignal } from "../../services/events/send-signal.ts";
import { sendTestEmail } from "../../services/events/send-test-email.ts";
import { triggerBulk } from "../../services/events/trigger-bulk.ts";
import { listedEventView } from "../../views/activity/events.ts";

/** Triggers workflows. */
export const eventRoutes = handlers(eventOperations, (app) => ({
  listEvents: async ({ scope, query: { cursor, limit, ...filter } }) => {
    const rows = await listEvents(app.db, scope, { ...filter, after: placeOf(cursor), limit: limit + 1 });
    const { shown, next } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    return { data: shown.map((row) => listedEventView(row, app.engine.runUrl(row.executionId))), next };
  },

  triggerEvent: async (request) => ({ data: await triggerEvent(app, request, request.body, "direct") }),

  triggerEvents: async (request) => ({ data: await triggerBulk(app, request, request.body.events) }),

  broadcastEvent: async (request) => ({ data: await triggerEvent(app, request, request.body, "broadcast") }),

  sendTestEmail: async (request) => {
    await sendTestEmail(app, request, request.body);
    return { data: {} };
  },

  sendSignal: async (request) => ({ data: await sendSignal(app, request, request.body) }),

  getEvent: async ({ scope, params }) => ({ data: await eventStatus(app, scope, params.transactionId) }),

  cancelEvent: async (request) => ({ data: await cancelEvent(app, request, request.params.transactionId) }),

  resumeEvent: async (request) => ({ data: await resumeEvent(app, request, request.params.transactionId) }),
}));
