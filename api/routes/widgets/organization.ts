import { widgetOrganizationOperations } from "#contract/inbox/widgets.ts";
import { handlers } from "../../handlers.ts";
import { inboxOrganization } from "../../services/inbox/inbox-organization.ts";

/** Name and branding of the inbox's organisation, as older clients ask for them. */
export const widgetOrganizationRoutes = handlers(widgetOrganizationOperations, (app) => ({
  getWidgetOrganization: async ({ scope }) => ({ data: await inboxOrganization(app.db, scope) }),
}));
