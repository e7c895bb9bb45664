import { data } from "#contract/common.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { InboxGlobalPreference, UpdateInboxGlobalPreference } from "#contract/inbox-preferences.ts";
import { getGlobalPreference } from "#db/queries/preferences/preferences.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { changeGlobalPreference } from "../../services/change-preferences.ts";
import { inboxGlobalPreferenceView } from "../../views/preferences.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const found = { 200: data(InboxGlobalPreference), ...failures("not_found") };

/** A subscriber's own channels and hours, for all workflows: api-workflows-and-widget.md 5.3. */
export const inboxPreferenceRoutes: ZodRoutes = async (app) => {
  app.get(
    "/inbox/preferences/global",
    { schema: { response: found }, config: { access: [SUBSCRIBER] } },
    async ({ scope, caller }) => {
      const { id, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
      const preference = await getGlobalPreference(app.db, scope, id);
      return { data: inboxGlobalPreferenceView({ preference, hours }) };
    },
  );

  app.patch(
    "/inbox/preferences",
    { schema: { body: UpdateInboxGlobalPreference, response: found }, config: { access: [SUBSCRIBER] } },
    async (request) => {
      const { schedule, ...channels } = request.body;
      const preferences = CHANNELS.flatMap((type) => {
        const enabled = channels[type];
        return enabled === undefined ? [] : [{ type, enabled }];
      });
      const stored = await changeGlobalPreference(app, request, request.caller.subscriberId, { preferences, schedule });
      return { data: inboxGlobalPreferenceView(stored) };
    },
  );
};
