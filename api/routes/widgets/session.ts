import { data } from "#contract/common.ts";
import { InitializeWidgetSession, WidgetSession } from "#contract/widgets.ts";
import { PUBLIC } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { openInboxSession } from "../../services/open-inbox-session.ts";
import { withoutNulls } from "../../views/fields.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

/** How an inbox gets its token. */
export const widgetSessionRoutes: ZodRoutes = async (app) => {
  app.post(
    "/widgets/session/initialize",
    {
      schema: { body: InitializeWidgetSession, response: { 201: data(WidgetSession), ...failures("not_found") } },
      config: { access: [PUBLIC], limit: "sessions" },
    },
    async ({ body }, reply) => {
      const { token, subscriber } = await openInboxSession(app, app.config, body);
      const { id: _id, firstName, lastName, phone } = subscriber;
      const profile = { _id, ...withoutNulls({ firstName, lastName, phone }) };
      return reply.code(201).send({ data: { token, profile } });
    },
  );
};
