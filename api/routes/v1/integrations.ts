import { integrationOperations } from "#contract/integrations.ts";
import { hasConnectedInbox, type IntegrationRow, listIntegrations } from "#db/queries/integrations/integrations.ts";
import { findSecretSetters } from "#db/queries/integrations/secret-setters.ts";
import type { Scope } from "#db/scope.ts";
import { catalogue } from "#providers/registry.ts";
import { handlers } from "../../handlers.ts";
import { demoUsage } from "../../services/integrations/demo-usage.ts";
import { getReached } from "../../services/integrations/get-reached.ts";
import { integrationHealth } from "../../services/integrations/integration-health.ts";
import {
  changeIntegration,
  createIntegration,
  makeIntegrationPrimary,
  removeIntegration,
  setIntegrationOrder,
  testCredentials,
} from "../../services/integrations/save-integration.ts";
import { sendingRate } from "../../services/integrations/sending-rate.ts";
import { reaches } from "../../services/reach.ts";
import { webhookStatus } from "../../services/reports/webhook-status.ts";
import { isTypedClient } from "../../typed-client.ts";
import { integrationView } from "../../views/integrations.ts";
import { typedAnswer } from "../../views/typed-answer.ts";
import { typedIntegration } from "../../views/typed-integration.ts";

/** Connections to providers. */
export const integrationRoutes = handlers(integrationOperations, (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedIntegration) : answer,
  );

  const views = async ({ organizationId }: Scope, rows: readonly IntegrationRow[]) => {
    const names = await findSecretSetters(app.db, organizationId, rows);
    return rows.map((row) => integrationView(row, app.config, names));
  };
  const view = async (scope: Scope, row: IntegrationRow) => {
    const names = await findSecretSetters(app.db, scope.organizationId, [row]);
    return { data: integrationView(row, app.config, names) };
  };
  return {
    listIntegrations: async ({ scope, caller }) => {
      const rows = await listIntegrations(app.db, scope);
      return {
        data: await views(
          scope,
          rows.filter(({ environmentId }) => reaches(caller, environmentId)),
        ),
      };
    },

    listActiveIntegrations: async ({ scope, caller }) => {
      const rows = await listIntegrations(app.db, scope, { active: true });
      return {
        data: await views(
          scope,
          rows.filter(({ environmentId }) => reaches(caller, environmentId)),
        ),
      };
    },

    listProviders: async () => ({ data: catalogue() }),

    listIntegrationHealth: async ({ scope }) => ({ data: await integrationHealth(app.db, scope) }),

    getInAppStatus: async ({ scope }) => ({ data: { active: await hasConnectedInbox(app.db, scope) } }),

    getWebhookStatus: async ({ scope, params }) => ({
      data: await webhookStatus(app.db, scope, params.providerOrIntegrationId),
    }),

    getDemoUsage: async ({ scope, params }) => ({ data: await demoUsage(app, scope, params.channel) }),

    getSendingRate: async (request) => ({
      data: await sendingRate(app.db, await getReached(app.db, request, request.params.id)),
    }),

    testCredentials: async (request) => ({ data: await testCredentials(app, request, request.body) }),

    createIntegration: async (request) => view(request.scope, await createIntegration(app, request, request.body)),

    orderIntegrations: async (request) => ({
      data: await views(request.scope, await setIntegrationOrder(app.db, request, request.body)),
    }),

    updateIntegration: async (request) =>
      view(request.scope, await changeIntegration(app, request, request.params.id, request.body)),

    setPrimaryIntegration: async (request) =>
      view(request.scope, await makeIntegrationPrimary(app.db, request, request.params.integrationId)),

    deleteIntegration: async (request) => ({
      data: await views(request.scope, await removeIntegration(app.db, request, request.params.id)),
    }),
  };
});
