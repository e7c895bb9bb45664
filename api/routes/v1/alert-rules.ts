import { alertRuleOperations } from "#contract/activity/alert-rules.ts";
import { getAlertRule, listAlertRules } from "#db/queries/activity/alerts/alert-rules.ts";
import { handlers } from "../../handlers.ts";
import { changeAlertRule, createAlertRule, removeAlertRule } from "../../services/failures/save-alert-rule.ts";
import { testAlertRule } from "../../services/failures/send-alert.ts";
import { alertRuleView } from "../../views/activity/alert-rules.ts";

/** Who is told of errors, and of integrations that fail: docs/alerts.md. */
export const alertRuleRoutes = handlers(alertRuleOperations, (app) => {
  const view = alertRuleView(app.config.encryptionKey);
  return {
    listAlertRules: async ({ scope }) => ({ data: (await listAlertRules(app.db, scope)).map(view) }),

    createAlertRule: async (request) => ({ data: view(await createAlertRule(app, request, request.body)) }),

    updateAlertRule: async (request) => ({
      data: view(await changeAlertRule(app, request, request.params.alertRuleId, request.body)),
    }),

    deleteAlertRule: async (request) => {
      await removeAlertRule(app, request, request.params.alertRuleId);
      return null;
    },

    testAlertRule: async (request) => {
      const rule = await getAlertRule(app.db, request.scope, request.params.alertRuleId);
      return { data: { results: await testAlertRule(app, request, rule) } };
    },
  };
});
