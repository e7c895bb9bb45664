import { z } from "zod";
import {
  BridgeDiff,
  BridgeHealth,
  BridgeValidity,
  ControlsPath,
  ControlValues,
  ExecuteAnswer,
  PreviewBridgeStep,
  SaveControls,
  SyncBridge,
  ValidateBridge,
} from "#contract/bridge.ts";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import { Workflow } from "#contract/workflows.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { previewBridgeStep } from "../services/preview-bridge-step.ts";
import {
  bridgeStatus,
  changeStepControls,
  diffBridge,
  isBridge,
  stepControls,
  syncBridge,
} from "../services/sync-bridge.ts";
import { controlValuesView } from "../views/bridge.ts";
import { workflowView } from "../views/workflows.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Code-first workflows, whose steps are executed where their code is. */
export const bridgeRoutes: ZodRoutes = async (app) => {
  app.post(
    "/bridge/sync",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Take over the workflows that a bridge lists",
        body: SyncBridge,
        response: { 201: data(z.array(Workflow)), ...failures("conflict") },
      },
      config: { access },
    },
    async (request, reply) => {
      const workflows = await syncBridge(app, request, request.body.bridgeUrl);
      return reply.code(201).send({ data: workflows.map((workflow) => workflowView(workflow)) });
    },
  );

  app.post(
    "/bridge/diff",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Compare the workflows that a bridge lists with those that there are",
        body: SyncBridge,
        response: { 201: data(BridgeDiff), ...failures() },
      },
      config: { access },
    },
    async ({ scope, body }, reply) => reply.code(201).send({ data: await diffBridge(app, scope, body.bridgeUrl) }),
  );

  app.post(
    "/bridge/validate",
    {
      schema: {
        summary: "Whether a bridge answers at an address",
        body: ValidateBridge,
        response: { 201: data(BridgeValidity), ...failures() },
      },
      config: { access },
    },
    async ({ scope, body }, reply) =>
      reply.code(201).send({ data: { isValid: await isBridge(app, scope, body.bridgeUrl) } }),
  );

  app.get(
    "/bridge/status",
    {
      schema: {
        summary: "The health of the environment's bridge",
        response: { 200: data(BridgeHealth), ...failures() },
      },
      config: { access },
    },
    async ({ scope }) => ({ data: await bridgeStatus(app, scope) }),
  );

  app.post(
    "/bridge/preview/:workflowId/:stepId",
    {
      schema: {
        summary: "Have the bridge make what a code-first step would send; nothing is stored",
        params: ControlsPath,
        body: PreviewBridgeStep,
        response: { 201: data(ExecuteAnswer), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params, body }, reply) =>
      reply.code(201).send({ data: await previewBridgeStep(app, scope, params, body) }),
  );

  app.get(
    "/bridge/controls/:workflowId/:stepId",
    {
      schema: {
        summary: "The values that are stored for the controls of a code-first step",
        params: ControlsPath,
        response: { 200: data(ControlValues.nullable()), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => {
      const row = await stepControls(app.db, scope, params);
      return { data: row && controlValuesView(row) };
    },
  );

  app.put(
    "/bridge/controls/:workflowId/:stepId",
    {
      schema: {
        summary: "Set values for the controls of a code-first step",
        params: ControlsPath,
        body: SaveControls,
        response: { 200: data(ControlValues), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => {
      const { controls } = request.body;
      return { data: controlValuesView(await changeStepControls(app.db, request, { ...request.params, controls })) };
    },
  );
};
