import { bridgeOperations } from "#contract/workflows/bridge.ts";
import { handlers } from "../../handlers.ts";
import { previewBridgeStep } from "../../services/bridge/preview-bridge-step.ts";
import {
  bridgeStatus,
  changeStepControls,
  diffBridge,
  isBridge,
  stepControls,
  syncBridge,
} from "../../services/bridge/sync-bridge.ts";
import { controlValuesView } from "../../views/bridge.ts";
import { workflowView } from "../../views/workflows.ts";

/** Code-first workflows, whose steps are executed where their code is. */
export const bridgeRoutes = handlers(bridgeOperations, (app) => ({
  syncBridge: async (request) => {
    const workflows = await syncBridge(app, request, request.body.bridgeUrl);
    return { data: workflows.map((workflow) => workflowView(workflow)) };
  },

  compareBridge: async ({ scope, body }) => ({ data: await diffBridge(app, scope, body.bridgeUrl) }),

  validateBridge: async ({ scope, body }) => ({ data: { isValid: await isBridge(app, scope, body.bridgeUrl) } }),

  getBridgeStatus: async ({ scope }) => ({ data: await bridgeStatus(app, scope) }),

  previewBridgeStep: async (request) => ({ data: await previewBridgeStep(app, request, request.params, request.body) }),

  getStepControls: async ({ scope, params }) => {
    const row = await stepControls(app.db, scope, params);
    return { data: row && controlValuesView(row) };
  },

  setStepControls: async (request) => {
    const { controls } = request.body;
    return { data: controlValuesView(await changeStepControls(app.db, request, { ...request.params, controls })) };
  },
}));
