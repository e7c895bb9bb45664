import { handlers } from "#api/handlers.ts";
import { cursorOf, placeOf } from "#api/keyset.ts";
import { setRequestSettings } from "#api/services/environments/set-request-settings.ts";
import { moment } from "#api/views/activity/digests.ts";
import { requestDetailsView, requestView } from "#api/views/activity/requests.ts";
import { requestOperations } from "#contract/activity/requests.ts";
import {
  getRequest,
  listRequests,
  readBroughtEvents,
  readUnrecorded,
} from "#db/queries/activity/requests/list-requests.ts";
import { findRequestSettings } from "#db/queries/activity/requests/request-settings.ts";

/** Calls with API keys, as `api/request-log/` records them. */
export const requestRoutes = handlers(requestOperations, (app) => ({
  listRequests: async ({ scope, query: { cursor, limit, ...filter } }) => {
    const [{ rows, next }, { calls, lastHour }] = await Promise.all([
      listRequests(app.db, scope, filter, { after: placeOf(cursor), limit }),
      readUnrecorded(app.db, scope, filter),
    ]);
    return {
      data: rows.map(requestView),
      next: next && cursorOf(next),
      unrecorded: { calls, lastHour: lastHour && moment(lastHour) },
    };
  },

  getRequestSettings: async ({ scope }) => ({ data: await findRequestSettings(app.db, scope) }),

  setRequestSettings: async (request) => ({ data: await setRequestSettings(app.db, request, request.body) }),

  getRequest: async ({ scope, params }) => {
    const row = await getRequest(app.db, scope, params.requestId);
    return { data: requestDetailsView(row, await readBroughtEvents(app.db, scope, row)) };
  },
}));
