import { data } from "#contract/common.ts";
import { COUNT_CAP, SNOOZE_MAX_HOURS } from "#contract/constants/limits.ts";
import { InboxSession, OpenInboxSession } from "#contract/inbox-session.ts";
import { countNotifications, unreadBySeverity } from "#db/queries/messages/notifications.ts";
import { PUBLIC } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { leavesOutBranding } from "../../services/inbox-branding.ts";
import { openInboxSession } from "../../services/open-inbox-session.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

/** How newer published clients get their token. */
export const inboxSessionRoutes: ZodRoutes = async (app) => {
  app.post(
    "/inbox/session",
    {
      schema: { body: OpenInboxSession, response: { 201: data(InboxSession), ...failures("not_found") } },
      config: { access: [PUBLIC], limit: "sessions" },
    },
    async ({ body }, reply) => {
      const { subscriberHash: hmacHash, subscriber: profile, ...given } = body;
      const session = await openInboxSession(app, app.config, { ...given, ...profile, hmacHash });
      const { token, subscriber, integrationId } = session;
      const inbox = { scope: subscriber, subscriberId: subscriber.id };
      const [total, severity, removeNovuBranding] = await Promise.all([
        countNotifications(app.db, inbox, { read: false, snoozed: false }, COUNT_CAP),
        unreadBySeverity(app.db, inbox, COUNT_CAP),
        leavesOutBranding(app, subscriber, integrationId),
      ]);
      return reply.code(201).send({
        data: {
          token,
          totalUnreadCount: total,
          unreadCount: { total, severity },
          removeNovuBranding,
          isDevelopmentMode: false,
          maxSnoozeDurationHours: SNOOZE_MAX_HOURS,
        },
      });
    },
  );
};
