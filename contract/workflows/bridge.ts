import { z } from "zod";
import { CHANNELS } from "../constants/channels.ts";
import {
  CRON_MAX,
  LARGE_BODY_BYTES,
  NAME_MAX,
  RENDERED_MAX,
  STEP_UUID_MAX,
  WORKFLOW_STEPS_MAX,
} from "../constants/limits.ts";
import { REDIRECT_TARGETS } from "../constants/templates/templates.ts";
import { DELAY_TYPES, TIME_UNITS } from "../constants/values/time.ts";
import { isWebAddress, namesUser } from "../constants/values/web-address.ts";
import { EDITOR, EDITOR_EVERYWHERE, KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, exactTextUpTo, example, storable } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { Workflow } from "./workflows.ts";

/** Step types that a bridge can define. */
export const BRIDGE_STEP_TYPES = [...CHANNELS, "delay", "digest", "custom"] as const;

const URL_MAX = 2_048;

/** An address that gets signed calls, without the blanks that pasting leaves around it. Whether it may be called is decided when it is: it must not lead into a private network. */
export const signedCallUrl = (callee: "bridge" | "endpoint", path: string) =>
  exactTextUpTo(URL_MAX)
    .trim()
    .refine(isWebAddress, {
      error: `must be an http or https address, such as https://example.com/${path}`,
    })
    .refine((url) => !isWebAddress(url) || !namesUser(new URL(url)), {
      error: `must not name a user: the ${callee} knows its callers by their signature`,
    });

/** The address of a bridge. */
export const BridgeUrl = signedCallUrl("bridge", "api/novu");

const objects = z.record(z.string(), z.unknown(), { error: "must be an object" });

/** Values of controls, by the id of the step at the bridge. */
export const EventControls = z.object({
  steps: z.record(z.string(), objects, { error: "must be an object" }).nullish(),
});

const id = (max: number) =>
  z
    .string({ error: "must be a text" })
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must be at most ${max} characters` })
    .refine(...storable);

const flag = z.object({ enabled: z.boolean().optional(), readOnly: z.boolean().optional() });
const channelFlag = z.object({ enabled: z.boolean().optional() }).optional();

const Schema = z.object({ schema: z.unknown().optional() });

const DiscoveredStep = z.object({
  stepId: id(STEP_UUID_MAX),
  type: z.enum(BRIDGE_STEP_TYPES, { error: `must be one of ${BRIDGE_STEP_TYPES.join(", ")}` }),
  controls: Schema.optional(),
  options: z.object({ failOnErrorEnabled: z.boolean().optional() }).optional(),
});

/** A workflow as a bridge lists it. Fields that nothing here reads, such as its code, are left out. */
export const DiscoveredWorkflow = z.object({
  workflowId: id(NAME_MAX),
  name: id(NAME_MAX).nullish(),
  description: z.string().max(1_000, { error: "must be at most 1000 characters" }).nullish(),
  tags: z.array(z.string().refine(...storable)).nullish(),
  active: z.boolean().nullish(),
  critical: z.boolean().nullish(),
  options: z.object({ critical: z.boolean().optional() }).nullish(),
  preferences: z
    .object({
      all: flag.optional(),
      channels: z
        .object({
          in_app: channelFlag,
          inApp: channelFlag,
          email: channelFlag,
          sms: channelFlag,
          chat: channelFlag,
          push: channelFlag,
        })
        .optional(),
    })
    .nullish(),
  payload: Schema.optional(),
  steps: z
    .array(DiscoveredStep)
    .max(WORKFLOW_STEPS_MAX, { error: `must contain no more than ${WORKFLOW_STEPS_MAX} elements` })
    .superRefine((steps, context) => {
      const seen = new Set<string>();
      for (const [index, { stepId }] of steps.entries()) {
        if (seen.has(stepId)) {
          context.addIssue({ code: "custom", path: [index, "stepId"], message: `${stepId} is used twice: rename one` });
        }
        seen.add(stepId);
      }
    }),
});
export type DiscoveredWorkflow = z.infer<typeof DiscoveredWorkflow>;

/** The answer to `action=discover`, before its workflows are looked at one by one. */
export const Discovered = z.object({ workflows: z.array(z.unknown()) });

/** A code-first workflow as it is stored with its version. */
export const BridgeDefinition = z.object({
  workflowId: z.string(),
  name: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  critical: z.boolean(),
  preferences: z.object({
    all: z.object({ enabled: z.boolean(), readOnly: z.boolean() }),
    channels: z.record(z.enum(CHANNELS), z.object({ enabled: z.boolean() })),
  }),
  payload: Schema.optional(),
  steps: z.array(z.object({ stepId: z.string(), type: z.enum(BRIDGE_STEP_TYPES), controls: Schema.optional() })),
});
export type BridgeDefinition = z.infer<typeof BridgeDefinition>;

/** The answer to `action=health-check`. */
export const BridgeHealth = z.object({
  status: z.string(),
  sdkVersion: z.string().optional(),
  frameworkVersion: z.string().optional(),
  discovered: z.object({ workflows: z.number(), steps: z.number() }).optional(),
});
export type BridgeHealth = z.infer<typeof BridgeHealth>;

/** Data of the workflow's code for one provider; `_passthrough` is added to the provider's request as it is. */
const ProviderData = z.record(z.string(), z.unknown());

/** The answer to `action=execute`. */
export const ExecuteAnswer = z.object({
  outputs: z.record(z.string(), z.unknown()),
  providers: z.record(z.string(), ProviderData).nullish(),
  options: z.object({ skip: z.boolean().nullish() }).nullish(),
  metadata: z.object({ status: z.unknown(), error: z.unknown(), duration: z.unknown() }).partial().nullish(),
});
export type ExecuteAnswer = z.infer<typeof ExecuteAnswer>;

export const BridgeErrorBody = z.object({
  message: z.string().optional(),
  code: z.string().optional(),
  data: z.unknown().optional(),
});

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must be at most ${max} characters` });

const isAddressOrPath = (given: string): boolean => isWebAddress(given) || /^\/\S*$/.test(given);

const Redirect = z
  .object({
    url: text(URL_MAX).refine(isAddressOrPath, {
      error: "must be an http or https address, or a path that starts with /",
    }),
    target: z.enum(REDIRECT_TARGETS).optional(),
  })
  // Another site opens beside the one that shows the message.
  .transform(({ url, target = url.startsWith("/") ? "_self" : "_blank" }) => ({ url, target }));

const Action = z.object({ label: text(RENDERED_MAX.in_app), redirect: Redirect.optional() });

const TitleAndBody = (max: number) => z.object({ subject: text(max), body: text(max) });
const amount = z
  .number({ error: "must be a number" })
  .positive({ error: "must be a positive number" })
  .max(1_000_000, { error: "must not be greater than 1000000" });
const unit = z.enum(TIME_UNITS, { error: `must be one of ${TIME_UNITS.join(", ")}` });
const digestKey = z.string().optional();

/** Outputs that the code of a step must return, by the step's type. */
export const StepOutputs = {
  email: TitleAndBody(RENDERED_MAX.email),
  push: TitleAndBody(RENDERED_MAX.push),
  sms: z.object({ body: text(RENDERED_MAX.sms) }),
  chat: z.object({ body: text(RENDERED_MAX.chat) }),
  in_app: z
    .object({
      body: text(RENDERED_MAX.in_app).optional(),
      subject: text(RENDERED_MAX.in_app).optional(),
      avatar: text(URL_MAX).optional(),
      primaryAction: Action.optional(),
      secondaryAction: Action.optional(),
      redirect: Redirect.optional(),
      data: objects.optional(),
    })
    .refine(({ body, subject }) => body !== undefined || subject !== undefined, {
      path: ["body"],
      error: "must be a text",
    }),
  delay: z.object({
    type: z.enum([DELAY_TYPES[0]], { error: `must be ${DELAY_TYPES[0]}` }).optional(),
    amount,
    unit,
  }),
  digest: z.union(
    [
      z.object({ cron: z.string().min(1).max(CRON_MAX), digestKey }),
      z.object({ amount, unit, digestKey, lookBackWindow: z.object({ amount, unit }).optional() }),
    ],
    { error: "must have an amount and a unit, or a cron" },
  ),
  custom: z.record(z.string(), z.unknown()),
} as const;
export type InAppOutputs = z.infer<typeof StepOutputs.in_app>;

/** Workflows in the body are an old form, in which the caller had discovered them: they are not read. */
export const SyncBridge = z
  .object({ bridgeUrl: BridgeUrl, workflows: z.unknown().optional() })
  .meta(example({ bridgeUrl: "https://example.com/api/novu" }));

export const ValidateBridge = z
  .object({ bridgeUrl: z.string({ error: "must be a text" }) })
  .meta(example({ bridgeUrl: "https://example.com/api/novu" }));
export const BridgeValidity = z.object({ isValid: z.boolean() });

const definitions = z.array(BridgeDefinition);

/** The workflows that a sync would make, beside those that there are. */
export const BridgeDiff = z.object({
  current: z.object({ workflows: definitions, bridgeUrl: z.string() }),
  new: z.object({ workflows: definitions, bridgeUrl: z.string() }),
});

export const ControlsPath = z.object({ workflowId: id(NAME_MAX), stepId: id(STEP_UUID_MAX) });

/** `controls` and `variables` are two names of the same. */
export const SaveControls = z
  .object({ controls: objects.optional(), variables: objects.optional() })
  .refine(({ controls, variables }) => controls !== undefined || variables !== undefined, {
    path: ["variables"],
    error: "must be an object with a value for each control that is to differ from its default",
  })
  .transform(({ controls, variables }) => ({ controls: controls ?? variables ?? {} }))
  .meta(example({ variables: { subject: "Shipped" } }));

/** Sample data for the preview of a step; without `controls`, those that are stored count. */
export const PreviewBridgeStep = z
  .object({
    payload: objects.optional(),
    subscriber: objects.optional(),
    controls: objects.optional(),
  })
  .meta(example({ payload: { orderId: "A-1001" }, subscriber: { firstName: "Ada" } }));
export type PreviewBridgeStep = z.infer<typeof PreviewBridgeStep>;

/** The values that are stored for a step's controls. */
export const ControlValues = z.object({
  _id: z.string(),
  _workflowId: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  stepId: z.string(),
  level: z.literal("step_controls"),
  controls: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const bridgeOperations = operations("bridge", {
  syncBridge: {
    route: "POST /v1/bridge/sync",
    client: "bridge.sync",
    summary: "Synchronise the workflows of a bridge",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "bridge.synced",
    body: SyncBridge,
    answer: { 201: data(z.array(Workflow)) },
    failures: ["conflict"],
  },

  compareBridge: {
    route: "POST /v1/bridge/diff",
    client: "bridge.diff",
    summary: "Compare the workflows of a bridge with the stored ones",
    access: [KEY, MEMBER],
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    body: SyncBridge,
    answer: { 201: data(BridgeDiff) },
  },

  validateBridge: {
    route: "POST /v1/bridge/validate",
    client: "bridge.validate",
    summary: "Check whether a bridge answers at an address",
    access: [KEY, MEMBER],
    audit: { none: "it changes nothing" },
    body: ValidateBridge,
    answer: { 201: data(BridgeValidity) },
  },

  getBridgeStatus: {
    route: "GET /v1/bridge/status",
    client: "bridge.getStatus",
    summary: "Get the health of the environment's bridge",
    access: [KEY, READER],
    answer: { 200: data(BridgeHealth) },
  },

  previewBridgeStep: {
    route: "POST /v1/bridge/preview/:workflowId/:stepId",
    client: "bridge.previewStep",
    summary: "Preview a code-first step by its bridge; nothing is stored",
    description:
      "The code of a custom step does its work for a preview as well: that takes the permission `environment.use`. Callers without it are not given `providers`, which may hold secrets.",
    access: [KEY, READER],
    audit: { none: "it changes nothing" },
    params: ControlsPath,
    body: PreviewBridgeStep,
    answer: { 201: data(ExecuteAnswer) },
    failures: ["not_found"],
  },

  getStepControls: {
    route: "GET /v1/bridge/controls/:workflowId/:stepId",
    client: "bridge.getControls",
    summary: "Get the control values of a code-first step",
    access: [KEY, READER],
    params: ControlsPath,
    answer: { 200: data(ControlValues.nullable()) },
    failures: ["not_found"],
  },

  setStepControls: {
    route: "PUT /v1/bridge/controls/:workflowId/:stepId",
    client: "bridge.setControls",
    summary: "Set the control values of a code-first step",
    description:
      "Publishing carries neither code-first workflows nor these values: each environment, Production too, has its own.",
    access: [KEY, EDITOR_EVERYWHERE],
    audit: "workflow.controls_updated",
    params: ControlsPath,
    body: SaveControls,
    answer: { 200: data(ControlValues) },
    failures: ["not_found"],
  },
});
