import { widgetSessionOperations } from "#contract/inbox/widgets.ts";
import { handlers } from "../../handlers.ts";
import { openInboxSession } from "../../services/inbox/open-inbox-session.ts";
import { withoutNulls } from "../../views/fields.ts";

/** How an inbox gets its token. */
export const widgetSessionRoutes = handlers(widgetSessionOperations, (app) => ({
  openWidgetSession: async (request, reply) => {
    const given = { ...request.body, format: "html" as const };
    const { token, subscriber, profile } = await openInboxSession(app, app.config, given, (kind) =>
      app.limitSession(request, reply, kind),
    );
    return { data: { token, profile: { _id: subscriber.id, ...withoutNulls(profile) } } };
  },
}));
