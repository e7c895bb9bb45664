import { DEMO_WORKFLOW } from "#contract/constants/demo.ts";
import { inboxDemoOperations } from "#contract/inbox/inbox-demo.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { triggerStored } from "#events/trigger-event.ts";
import { handlers } from "../../handlers.ts";

/** The call of the inbox's demo page. */
export const inboxDemoRoutes = handlers(inboxDemoOperations, (app) => ({
  sendDemoNotification: async (request) => {
    if (app.config.mode === "production") throw notFound("There is no demo in production mode");
    const { caller, body } = request;
    const event = { name: DEMO_WORKFLOW, to: { subscriberId: caller.subscriberId }, payload: { ...body } };
    try {
      const { acknowledged } = await triggerStored(app, request, event, "direct");
      return { data: { acknowledged } };
    } catch (error) {
      if (error instanceof DomainError && error.code === "workflow_not_found") return { data: { acknowledged: false } };
      throw error;
    }
  },
}));
