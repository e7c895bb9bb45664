import { inboxOrganizationOperations } from "#contract/inbox/inbox-session.ts";
import { handlers } from "../../handlers.ts";
import { inboxOrganization } from "../../services/inbox/inbox-organization.ts";

/** Name and branding of the inbox's organisation. */
export const inboxOrganizationRoutes = handlers(inboxOrganizationOperations, (app) => ({
  getInboxOrganization: async ({ scope }) => ({ data: await inboxOrganization(app.db, scope) }),
}));
