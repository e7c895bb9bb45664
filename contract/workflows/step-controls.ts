import { z } from "zod";
import {
  BRANCHES_MAX,
  CRON_MAX,
  HTTP_URL_MAX,
  IDENTIFIER_MAX,
  NAME_MAX,
  PATH_MAX,
  SIGNAL_NAME_MAX,
  STEP_UUID_MAX,
  THROTTLE_LIMIT_MAX,
} from "../constants/limits.ts";
import { REDIRECT_TARGETS } from "../constants/templates/templates.ts";
import { HTTP_METHODS } from "../constants/values/http.ts";
import { isTimeZone, TIME_UNITS } from "../constants/values/time.ts";
import { Id } from "../schemas/common.ts";
import { Filter } from "../schemas/conditions.ts";
import { TimedInput } from "./step-metadata.ts";
import { ProviderFields } from "./templates.ts";

/** Step types of `/v2/workflows`. */
export const STEP_TYPES_V2 = [
  "in_app",
  "email",
  "sms",
  "chat",
  "push",
  "digest",
  "delay",
  "throttle",
  "http_request",
  "custom",
  "trigger",
  "wait_for_event",
  "branch",
] as const satisfies readonly string[];
export type ControlledType = (typeof STEP_TYPES_V2)[number];

/** Types that the published typed clients do not know: their lists are closed. */
export const isKnownToTypedClients = (type: string): boolean => type !== "wait_for_event" && type !== "branch";

/** A variable, an http address, with blanks only in its variables and tags, or a path; what runs code or writes mail is no address. */
const URL_PATTERN =
  /^(?:\{\{[^}]+\}\}.*|[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:\{\{[^}]*\}\}|\{%[^%]*%\}|[^\s{]|\{(?![{%]))+|\/.*)$/;
export const INVALID_URL = "Invalid URL: it must be an http or https address, a path that starts with /, or a variable";

const text = z.string();
const url = z.string().regex(URL_PATTERN, { error: INVALID_URL });
const skip = z.record(z.string(), z.unknown()).optional();
const target = z.enum(REDIRECT_TARGETS).default("_blank");
const redirect = z.object({ url, target });
const action = z.object({
  label: text,
  redirect: redirect.optional(),
  /** Shown in place of the label once the button was pressed. */
  resultContent: text.optional(),
});
const amount = z.coerce.number().min(1).max(1_000_000);
const unit = z.enum(TIME_UNITS);
const digestKey = z.string().optional();
const cron = z.string().min(1).max(CRON_MAX);
/** In which days and times of day are meant; UTC without it. */
const timezone = z
  .string()
  .refine(isTimeZone, { error: "must be the name of a time zone such as Europe/Berlin, or UTC" })
  .optional();
const path = z.string().max(PATH_MAX);
const plainBody = z.strictObject({ body: text, skip });

/** The controls of each step type, from which their JSON schemas follow. */
export const CONTROLS = {
  in_app: z.object({
    body: text,
    subject: text.optional(),
    avatar: url.optional(),
    primaryAction: action.optional(),
    secondaryAction: action.optional(),
    redirect: redirect.optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    skip,
    disableOutputSanitization: z.boolean().optional(),
    feedId: Id.optional(),
  }),
  email: z.strictObject({
    body: text.default(""),
    subject: text.default(""),
    editorType: z.enum(["block", "html"]).optional(),
    layoutId: z.string().nullish(),
    preheader: text.optional(),
    from: z.object({ email: z.string().optional(), name: text.optional() }).optional(),
    replyTo: z.string().optional(),
    useProviderDefaults: z.boolean().optional(),
    disableOutputSanitization: z.boolean().optional(),
    skip,
  }),
  sms: plainBody,
  /** `providers` has what a chat takes beside the text, such as blocks of Slack. */
  chat: plainBody.extend({ providers: ProviderFields.optional() }),
  push: z.strictObject({ subject: text, body: text, skip }),
  digest: z.union([
    z.strictObject({ cron, timezone, digestKey, type: z.literal("timed").optional(), skip }),
    z.strictObject({
      amount,
      unit,
      digestKey,
      lookBackWindow: z.strictObject({ amount, unit }).optional(),
      type: z.literal("regular").optional(),
      skip,
    }),
    /** Every so many days, weeks or months, at a time of day. */
    z.strictObject({ type: z.literal("timed"), amount, unit, timed: TimedInput, digestKey, skip }),
  ]),
  delay: z.union([
    z.strictObject({ type: z.literal("regular").default("regular"), amount, unit, skip }),
    z.strictObject({ type: z.literal("timed"), cron, timezone, skip }),
    z.strictObject({ type: z.literal("dynamic"), dynamicKey: z.string().min(1), skip }),
  ]),
  throttle: z.object({
    type: z.enum(["fixed", "dynamic"]).default("fixed"),
    amount: amount.optional(),
    unit: unit.optional(),
    dynamicKey: z.string().optional(),
    threshold: z.coerce.number().int().min(1).max(THROTTLE_LIMIT_MAX).default(1),
    throttleKey: z.string().optional(),
    skip,
  }),
  http_request: z.object({
    method: z.enum(HTTP_METHODS),
    url: z.string().min(1).max(HTTP_URL_MAX),
    headers: z
      .union([z.record(z.string(), z.string()), z.array(z.object({ key: z.string(), value: z.string() }))])
      .optional(),
    body: z.unknown().optional(),
    timeout: z.coerce.number().optional(),
    skip,
  }),
  custom: z.record(z.string(), z.unknown()),
  /** Starts another workflow, by its identifier, which may be a template. */
  trigger: z.object({
    workflowId: z.string().min(1).max(IDENTIFIER_MAX),
    payload: z.record(z.string(), z.unknown()).optional(),
    skip,
  }),
  /** Waits for a signal, or for an event of a workflow, for the same subscriber. */
  wait_for_event: z.object({
    amount,
    unit,
    signal: z.string().max(SIGNAL_NAME_MAX).optional(),
    workflowIdentifier: z.string().max(IDENTIFIER_MAX).optional(),
    matchPath: path.optional(),
    skip,
  }),
  /** The first branch whose conditions pass, else the default one. Later steps name their branch by its id. */
  branch: z.object({
    branches: z
      .array(
        z.object({
          branchId: z.string().min(1).max(STEP_UUID_MAX),
          name: z.string().max(NAME_MAX).optional(),
          filters: z.array(Filter).default([]),
        }),
      )
      .min(1)
      .max(BRANCHES_MAX),
    defaultBranchId: z.string().min(1).max(STEP_UUID_MAX),
    skip,
  }),
} as const satisfies Record<ControlledType, z.ZodType>;

type JsonSchema = Record<string, unknown>;

/** Values that may be saved, as JSON schema; fields with a default may be left out. */
export const DATA_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(CONTROLS).map(([type, schema]) => [
    type,
    z.toJSONSchema(schema, { io: "input", target: "draft-7", unrepresentable: "any" }),
  ]),
);

interface UiSchema {
  group?: string;
  properties?: Record<string, { component: string; placeholder?: unknown }>;
}

const SKIP = { skip: { component: "QUERY_EDITOR" } };
const component = (name: string, placeholder?: unknown) => ({
  component: name,
  ...(placeholder !== undefined && { placeholder }),
});

/** How editors show the controls. */
export const UI_SCHEMAS: Readonly<Record<string, UiSchema>> = {
  in_app: {
    group: "IN_APP",
    properties: {
      body: component("IN_APP_BODY"),
      avatar: component("IN_APP_AVATAR"),
      subject: component("IN_APP_PRIMARY_SUBJECT"),
      primaryAction: component("IN_APP_BUTTON_DROPDOWN"),
      secondaryAction: component("IN_APP_BUTTON_DROPDOWN"),
      redirect: component("URL_TEXT_BOX", { url: { placeholder: "" }, target: { placeholder: "_self" } }),
      ...SKIP,
      disableOutputSanitization: component("IN_APP_DISABLE_SANITIZATION_SWITCH"),
    },
  },
  email: {
    group: "EMAIL",
    properties: { body: component("BLOCK_EDITOR"), subject: component("TEXT_INLINE_LABEL"), ...SKIP },
  },
  sms: { group: "SMS", properties: { body: component("SMS_BODY"), ...SKIP } },
  chat: { group: "CHAT", properties: { body: component("CHAT_BODY"), ...SKIP } },
  push: {
    group: "PUSH",
    properties: { subject: component("PUSH_SUBJECT"), body: component("PUSH_BODY"), ...SKIP },
  },
  digest: {
    group: "DIGEST",
    properties: {
      amount: component("DIGEST_AMOUNT", ""),
      unit: component("DIGEST_UNIT", "seconds"),
      digestKey: component("DIGEST_KEY", ""),
      cron: component("DIGEST_CRON", ""),
      ...SKIP,
    },
  },
  delay: {
    group: "DELAY",
    properties: {
      type: component("DELAY_TYPE", "regular"),
      amount: component("DELAY_AMOUNT"),
      unit: component("DELAY_UNIT", "seconds"),
      ...SKIP,
    },
  },
};

/** Values without the fields that an editor left empty, as they are checked and used; what is stored keeps them. */
export function givenValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const given = givenValue(value);
      return given === undefined ? [] : [[key, given]];
    }),
  );
}

function givenValue(value: unknown): unknown {
  if (value === "" || value === null || value === undefined) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const fields = givenValues({ ...value });
  return Object.keys(fields).length === 0 ? undefined : fields;
}
