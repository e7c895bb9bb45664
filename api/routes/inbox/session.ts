import { COUNT_CAP, SNOOZE_MAX_HOURS } from "#contract/constants/limits.ts";
import { inboxSessionOperations } from "#contract/inbox/inbox-session.ts";
import { countNotifications, unreadBySeverity } from "#db/queries/messages/inbox-counts.ts";
import { handlers } from "../../handlers.ts";
import { leavesOutBranding } from "../../services/inbox/inbox-branding.ts";
import { openInboxSession } from "../../services/inbox/open-inbox-session.ts";

/** How newer published clients get their token. */
export const inboxSessionRoutes = handlers(inboxSessionOperations, (app) => ({
  openInboxSession: async (request, reply) => {
    const { subscriberHash: hmacHash, subscriber: profile, ...given } = request.body;
    const asked = { ...given, ...profile, hmacHash, format: "text" as const };
    const session = await openInboxSession(app, app.config, asked, (kind) => app.limitSession(request, reply, kind));
    const { token, subscriber, integrationId, contextKeys } = session;
    const inbox = { scope: subscriber, subscriberId: subscriber.id, contextKeys };
    const [total, severity, removeNovuBranding] = await Promise.all([
      countNotifications(app.db, inbox, { read: false, snoozed: false }, COUNT_CAP),
      unreadBySeverity(app.db, inbox, COUNT_CAP),
      leavesOutBranding(app, subscriber, integrationId),
    ]);
    return {
      data: {
        token,
        totalUnreadCount: total,
        unreadCount: { total, severity },
        removeNovuBranding,
        isDevelopmentMode: false,
        maxSnoozeDurationHours: SNOOZE_MAX_HOURS,
        ...(contextKeys && { contextKeys: [...contextKeys] }),
      },
    };
  },
}));
