import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { Cta, MessageTemplate } from "#contract/workflows/templates.ts";
import type { PlainObject } from "../values/plain-object.ts";
import { fillFrame, frameOfBlocks } from "./email/email-blocks.ts";

interface Content {
  readonly template: MessageTemplate;
  /** Of a variant, there is none. */
  readonly metadata?: StepMetadata;
  /** The control values that it was made from; absent or null where it was saved with a template. */
  readonly controls?: PlainObject | null;
}

/**
 * The control values of a step or variant, whichever version of the API saved it: those that it was saved with, else those that its
 * template and metadata are the result of. Compiling them again makes the same messages and waits.
 */
export const valuesOf = ({ controls, template, metadata = {} }: Content): PlainObject =>
  controls ?? present({ ...contentValues(template), ...metadataValues(template.type, metadata) });

function contentValues(template: MessageTemplate): PlainObject {
  const { type, subject, title, preheader, senderName, from, replyTo, layoutId, avatar, data, feedId } = template;
  const unescaped = template.unescaped === true ? { disableOutputSanitization: true } : {};
  switch (type) {
    case "in_app":
      return { body: bodyOf(template), subject, avatar, data, feedId, ...actionValues(template.cta), ...unescaped };
    case "email":
      return {
        body: bodyOf(template),
        subject,
        editorType: "html",
        preheader,
        layoutId,
        replyTo,
        ...((senderName || from) && { from: present({ name: senderName, email: from }) }),
        ...unescaped,
      };
    case "push":
      return { subject: title ?? "", body: bodyOf(template) };
    case "sms":
      return { body: bodyOf(template) };
    case "chat":
      return { body: bodyOf(template), providers: template.providers };
    default:
      return {};
  }
}

/**
 * The content as it was written. Blocks of an email of version 1 are the html that they are sent as, without the colour of the
 * organisation's branding.
 */
function bodyOf({ content, mjml }: MessageTemplate): string {
  if (mjml !== undefined) return mjml;
  return typeof content === "string" ? content : fillFrame(frameOfBlocks(content), content);
}

function actionValues({ data, action }: Cta = {}): PlainObject {
  const button = (type: "primary" | "secondary") => {
    const found = action?.buttons?.find((one) => one.type === type);
    if (!found) return undefined;
    const { content: label, resultContent, url, target } = found;
    return present({ label, resultContent, redirect: url === undefined ? undefined : present({ url, target }) });
  };
  return {
    redirect: data?.url === undefined ? undefined : present({ ...data }),
    primaryAction: button("primary"),
    secondaryAction: button("secondary"),
  };
}

function metadataValues(stepType: string, metadata: StepMetadata): PlainObject {
  switch (metadata.type) {
    case "regular":
      return { ...(stepType === "delay" && { type: "regular" }), ...withoutType(metadata) };
    case "backoff": {
      const { amount, unit, digestKey, backoffAmount, backoffUnit } = metadata;
      return { amount, unit, digestKey, lookBackWindow: { amount: backoffAmount, unit: backoffUnit } };
    }
    case "timed": {
      const { amount, unit, digestKey, timed } = metadata;
      const { cronExpression: cron, timezone, ...days } = timed ?? {};
      if (cron) return { type: "timed", cron, timezone, digestKey };
      return { type: "timed", amount, unit, timed: present({ ...days, timezone }), digestKey };
    }
    case "scheduled":
      return { type: "dynamic", dynamicKey: metadata.delayPath };
    case "throttle": {
      const { limit, amount, unit, windowPath, throttleKey } = metadata;
      const window =
        windowPath === undefined ? { type: "fixed", amount, unit } : { type: "dynamic", dynamicKey: windowPath };
      return { ...window, threshold: limit, throttleKey };
    }
    case "http": {
      const { timeoutSeconds, ...request } = withoutType(metadata);
      return { ...request, timeout: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000 };
    }
    case "trigger":
    case "wait_for_event":
    case "branch":
      return withoutType(metadata);
    default:
      return {};
  }
}

function withoutType<T extends { type: string }>({ type: _type, ...fields }: T): Omit<T, "type"> {
  return fields;
}

const present = (fields: PlainObject): PlainObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
