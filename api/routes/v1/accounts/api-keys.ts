import { handlers } from "#api/handlers.ts";
import {
  createApiKey,
  endApiKey,
  readApiKeys,
  regenerateApiKeys,
  renameApiKey,
  rollApiKey,
} from "#api/services/api-keys/manage-api-keys.ts";
import { note } from "#api/services/audit.ts";
import { apiKeyView } from "#api/views/api-keys.ts";
import { apiKeyOperations } from "#contract/accounts/api-keys.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";

/** Keys of environments and of the organisation. */
export const apiKeyRoutes = handlers(apiKeyOperations, (app) => ({
  listApiKeys: async (request) => {
    const keys = await listApiKeys(app.db, request.scope);
    await note(app.db, request, { action: "api_key.read" });
    return { data: keys.map((key) => apiKeyView(key)) };
  },

  regenerateApiKeys: async (request) => {
    const { row, key } = await regenerateApiKeys(app, request);
    return { data: [apiKeyView(row, key)] };
  },

  listAllApiKeys: async (request) => ({
    data: (await readApiKeys(app.db, request)).map((key) => apiKeyView(key)),
  }),

  createApiKey: async (request) => {
    const { row, key } = await createApiKey(app, request, request.body);
    return { data: apiKeyView(row, key) };
  },

  renameApiKey: async (request) => ({
    data: apiKeyView(await renameApiKey(app, request, request.params.keyId, request.body.name)),
  }),

  rollApiKey: async (request) => {
    const { row, key } = await rollApiKey(app, request, request.params.keyId, request.body);
    return { data: apiKeyView(row, key) };
  },

  endApiKey: async (request) => {
    await endApiKey(app, request, request.params.keyId);
    return null;
  },
}));
