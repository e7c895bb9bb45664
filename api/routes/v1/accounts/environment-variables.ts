import { handlers } from "#api/handlers.ts";
import {
  changeVariable,
  createVariable,
  readableVariable,
  readableVariables,
  removeVariable,
  variableUsage,
} from "#api/services/environments/environment-variables.ts";
import { environmentVariableOperations } from "#contract/accounts/environment-variables.ts";

/** Texts that templates read, with a value for each environment: docs/environment-variables.md. */
export const environmentVariableRoutes = handlers(environmentVariableOperations, (app) => ({
  listEnvironmentVariables: async (request) => ({ data: await readableVariables(app, request, request.query) }),

  createEnvironmentVariable: async (request) => ({ data: await createVariable(app, request, request.body) }),

  getEnvironmentVariable: async (request) => ({
    data: await readableVariable(app, request, request.params.variableKey),
  }),

  updateEnvironmentVariable: async (request) => ({
    data: await changeVariable(app, request, request.params.variableKey, request.body),
  }),

  deleteEnvironmentVariable: async (request) => {
    await removeVariable(app, request, request.params.variableKey);
    return null;
  },

  getEnvironmentVariableUsage: async ({ scope, params }) => ({
    data: await variableUsage(app.db, scope, params.variableKey),
  }),
}));
