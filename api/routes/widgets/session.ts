import { widgetSessionOperations } from "#contract/widgets.ts";
import { handlers } from "../../handlers.ts";
import { openInboxSession } from "../../services/inbox/open-inbox-session.ts";
import { withoutNulls } from "../../views/fields.ts";

/** How an inbox gets its token. */
export const widgetSessionRoutes = handlers(widgetSessionOperations, (app) => ({
  openWidgetSession: async ({ body }) => {
    const { token, subscriber } = await openInboxSession(app, app.config, { ...body, format: "html" });
    const { id: _id, firstName, lastName, phone } = subscriber;
    const profile = { _id, ...withoutNulls({ firstName, lastName, phone }) };
    return { data: { token, profile } };
  },
}));
