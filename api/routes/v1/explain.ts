import { explainOperations } from "#contract/explain.ts";
import { handlers } from "../../handlers.ts";
import { explainEvent, simulateWorkflow } from "../../services/events/explain-event.ts";

/** Shows what events would do, without doing it. */
export const explainRoutes = handlers(explainOperations, (app) => ({
  explainEvent: async ({ scope, body }) => ({ data: await explainEvent(app, scope, body) }),

  simulateEvents: async ({ scope, body }) => ({ data: await simulateWorkflow(app, scope, body) }),
}));
