import type { z } from "zod";
import { CONTROLS, type ControlledType, givenValues } from "#contract/workflows/step-controls.ts";
import { metadataIssues, metadataOf, type StepMetadata, StepMetadataInput } from "#contract/workflows/step-metadata.ts";
import type { Cta, MessageTemplate } from "#contract/workflows/templates.ts";
import { countingFor, delaySchema, digestSchema } from "./alternatives.ts";
import { emailHtml } from "./editor-html.ts";

type Values = Readonly<Record<string, unknown>>;

/** The part that the engine executes of a step. */
interface CompiledStep {
  template: MessageTemplate;
  metadata: StepMetadata;
}

interface Compiling {
  name: string;
  /** Belfry's id of the layout that the values name; null for none. */
  layoutId: string | null;
}

/**
 * The stored form of a step that its control values make, so that the engine has one form for all steps. Values that lack something
 * make a step that fails when it is reached, and says why.
 */
export function compileStep(type: ControlledType, stored: Values, { name, layoutId }: Compiling): CompiledStep {
  const values = givenValues(stored);
  switch (type) {
    case "in_app":
      return message({ ...inApp(values), name });
    case "email":
      return message({ ...email(values, layoutId), name });
    case "sms":
      return message({ type, content: textAt(values, "body"), name });
    case "chat": {
      const providers = valid(CONTROLS.chat.shape.providers, values.providers);
      return message({ type, content: textAt(values, "body"), ...(providers && { providers }), name });
    }
    case "push":
      return message({ type, title: textAt(values, "subject"), content: textAt(values, "body"), name });
    case "digest":
      return action("digest", name, digest(values));
    case "delay":
      return action("delay", name, delay(values));
    case "throttle":
      return action("throttle", name, throttle(values));
    case "http_request":
      return action("http", name, httpRequest(values));
    case "custom":
      return action("custom", name, {});
    case "trigger":
    case "wait_for_event":
    case "branch":
      return action(type, name, flow(type, values));
  }
}

const message = (template: MessageTemplate): CompiledStep => ({ template, metadata: {} });

/** A value, unless it is invalid: it does not take the others of its step with it. */
const valid = <T>(schema: z.ZodType<T>, value: unknown): T | undefined => schema.safeParse(value).data;

const action = (type: MessageTemplate["type"], name: string, metadata: StepMetadata): CompiledStep => ({
  template: { type, name, content: "" },
  metadata,
});

function inApp(values: Values): MessageTemplate {
  const { shape } = CONTROLS.in_app;
  const redirect = valid(shape.redirect, values.redirect);
  const data = valid(shape.data, values.data);
  const avatar = valid(shape.avatar, values.avatar);
  const feedId = valid(shape.feedId, values.feedId);
  const actions = [
    ["primary", valid(shape.primaryAction, values.primaryAction)] as const,
    ["secondary", valid(shape.secondaryAction, values.secondaryAction)] as const,
  ];
  const buttons = actions.flatMap(([type, action]) =>
    action
      ? [
          {
            type,
            content: action.label,
            ...(action.resultContent !== undefined && { resultContent: action.resultContent }),
            ...action.redirect,
          },
        ]
      : [],
  );
  const cta: Cta = { type: "redirect", ...(redirect && { data: redirect }), action: { buttons } };
  return {
    type: "in_app",
    content: textAt(values, "body"),
    ...(typeof values.subject === "string" && { subject: values.subject }),
    cta,
    ...(avatar !== undefined && { avatar }),
    ...(data && { data }),
    ...(feedId !== undefined && { feedId }),
    ...unescaped(values),
  };
}

function email(values: Values, layoutId: string | null): MessageTemplate {
  const { shape } = CONTROLS.email;
  const preheader = valid(shape.preheader, values.preheader);
  const from = valid(shape.from, values.from);
  const replyTo = valid(shape.replyTo, values.replyTo);
  const body = textAt(values, "body");
  return {
    type: "email",
    contentType: "customHtml",
    subject: textAt(values, "subject"),
    content: values.editorType === "html" ? body : emailHtml(body),
    layoutId,
    ...(preheader && { preheader }),
    ...(from?.name && { senderName: from.name }),
    ...(from?.email && { from: from.email }),
    ...(replyTo && { replyTo }),
    ...unescaped(values),
  };
}

/** Lets `&` of a value stay `&`, for texts that are not shown as html. Scripts in in-app messages are removed all the same. */
const unescaped = ({ disableOutputSanitization }: Values): Pick<MessageTemplate, "unescaped"> =>
  disableOutputSanitization === true ? { unescaped: true } : {};

/** A cron makes a timed digest, a look-back window one with backoff. */
function digest(values: Values): StepMetadata {
  const schema = digestSchema(values);
  const { success, data } = schema.safeParse(countingFor(schema, values));
  if (!success) return {};
  const key = data.digestKey === undefined ? {} : { digestKey: payloadPath(data.digestKey) };
  if ("cron" in data) return { type: "timed", ...key, timed: cronSchedule(data) };
  if ("timed" in data) return metadataOfFields("digest", { ...data, ...key });
  const { amount, unit, lookBackWindow } = data;
  if (!lookBackWindow) return { type: "regular", amount, unit, ...key };
  return {
    type: "backoff",
    amount,
    unit,
    ...key,
    backoffAmount: lookBackWindow.amount,
    backoffUnit: lookBackWindow.unit,
  };
}

function delay(values: Values): StepMetadata {
  const schema = delaySchema(values);
  const { success, data } = schema.safeParse(countingFor(schema, values));
  if (!success) return {};
  switch (data.type) {
    case "regular":
      return { type: "regular", amount: data.amount, unit: data.unit };
    case "timed":
      return { type: "timed", timed: cronSchedule(data) };
    case "dynamic":
      return { type: "scheduled", delayPath: payloadPath(data.dynamicKey) };
  }
}

const cronSchedule = ({ cron, timezone }: { cron: string; timezone?: string | undefined }) => ({
  cronExpression: cron,
  ...(timezone && { timezone }),
});

function throttle(values: Values): StepMetadata {
  const { success, data } = CONTROLS.throttle.safeParse(values);
  if (!success) return {};
  const { type, amount, unit, dynamicKey, threshold, throttleKey } = data;
  const shared = {
    type: "throttle" as const,
    limit: threshold,
    ...(throttleKey && { throttleKey: payloadPath(throttleKey) }),
  };
  if (type === "dynamic") return dynamicKey ? { ...shared, windowPath: payloadPath(dynamicKey) } : {};
  return amount !== undefined && unit ? { ...shared, amount, unit } : {};
}

function httpRequest(values: Values): StepMetadata {
  const { success, data } = CONTROLS.http_request.safeParse(values);
  if (!success) return {};
  const { method, url, body, headers = [], timeout } = data;
  const named = Array.isArray(headers)
    ? headers.map(({ key, value }) => [key, value] as const)
    : Object.entries(headers);
  return {
    type: "http",
    method,
    url,
    headers: Object.fromEntries(named),
    ...(body !== undefined && method !== "GET" && { body: pairs(body) }),
    ...(timeout !== undefined && { timeoutSeconds: Math.ceil(Math.min(Math.max(timeout / 1000, 1), 30)) }),
  };
}

/** These have the controls that are the fields of their metadata. */
function flow(type: "trigger" | "wait_for_event" | "branch", values: Values): StepMetadata {
  const { success, data } = CONTROLS[type].safeParse(values);
  if (!success) return {};
  const path = "matchPath" in data && data.matchPath ? { matchPath: payloadPath(data.matchPath) } : {};
  return metadataOfFields(type, { ...data, ...path });
}

/** The metadata that its own fields make; none where one lacks. */
function metadataOfFields(type: MessageTemplate["type"], fields: object): StepMetadata {
  const { success, data } = StepMetadataInput.safeParse({ ...fields, ...(type !== "digest" && { type }) });
  return success && metadataIssues(type, data).length === 0 ? metadataOf(type, data) : {};
}

/** A body may be a list of keys and values, as headers are. */
function pairs(body: unknown): unknown {
  const isPair = (item: unknown): item is { key: string; value: unknown } =>
    typeof item === "object" && item !== null && "key" in item && typeof item.key === "string" && "value" in item;
  return Array.isArray(body) && body.length > 0 && body.every(isPair)
    ? Object.fromEntries(body.map(({ key, value }) => [key, value]))
    : body;
}

/** The path inside the payload, of a text such as `payload.order.id` or `{{payload.order.id}}`. */
const payloadPath = (text: string): string =>
  text
    .replace(/^\s*\{\{|\}\}\s*$/g, "")
    .trim()
    .replace(/^payload\./, "");

const textAt = (values: Values, key: string): string => {
  const value = values[key];
  return typeof value === "string" ? value : "";
};
