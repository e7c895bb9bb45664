import type { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { providerIdOf } from "#contract/constants/provider-ids.ts";
import type { MessageCta } from "#contract/messages.ts";
import { type ExecuteAnswer, type InAppOutputs, StepOutputs } from "#contract/workflows/bridge.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { emailText } from "#domain/templates/email/email-text.ts";
import { htmlToText } from "#domain/templates/email/html-to-text.ts";
import { sanitizeInApp } from "#domain/templates/sanitize-in-app.ts";
import { isScriptUrl } from "#domain/values/script-url.ts";
import type { RenderedMessage } from "#rendering/render-message.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import { askedKey } from "./webhook-answers.ts";

/** The result of a step's code, in the form in which the engine goes on with it. */
export type BridgedStep =
  | { kind: "message"; message: RenderedMessage; providers: ProviderData }
  | { kind: "wait"; metadata: StepMetadata; outputs: Record<string, unknown> }
  | { kind: "custom"; outputs: Record<string, unknown> };

/** Data of the code for a provider's request, by the provider's id. */
export type ProviderData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads an answer as a step of the type has to answer; the error names the outputs that do not fit. */
export function readAnswer(type: string, { outputs, providers }: ExecuteAnswer): BridgedStep | { error: string } {
  const schema = schemaOf(type);
  if (!schema) return { error: `A step of type ${type} has no outputs` };
  const parsed = schema(outputs);
  if ("error" in parsed) return parsed;
  return parsed.kind === "message" ? { ...parsed, providers: byProviderId(providers ?? {}) } : parsed;
}

/** The code may name a provider by its alias. */
const byProviderId = (given: ProviderData): ProviderData =>
  Object.fromEntries(Object.entries(given).map(([name, data]) => [providerIdOf(name), data]));

type Parse = (outputs: unknown) => DistributiveOmit<BridgedStep, "providers"> | { error: string };
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function reading<S extends z.ZodType>(schema: S, read: (value: z.output<S>) => ReturnType<Parse>): Parse {
  return (outputs) => {
    const parsed = schema.safeParse(outputs);
    return parsed.success ? read(parsed.data) : { error: problemsOf(parsed.error) };
  };
}

const problemsOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `outputs.${issue.path.join(".")} ${issueSentence(issue)}`).join("; ");

const message = (rendered: RenderedMessage) => ({ kind: "message", message: rendered }) as const;

const SCHEMAS: Readonly<Record<string, Parse>> = {
  email: reading(StepOutputs.email, ({ subject, body }) =>
    message({
      channel: "email",
      subject,
      preheader: "",
      senderName: "",
      content: body,
      html: body,
      text: emailText(body),
    }),
  ),
  push: reading(StepOutputs.push, ({ subject, body }) => message({ channel: "push", title: subject, content: body })),
  sms: reading(StepOutputs.sms, ({ body }) => message({ channel: "sms", content: body })),
  chat: reading(StepOutputs.chat, ({ body }) => message({ channel: "chat", content: body })),
  in_app: reading(StepOutputs.in_app, (outputs) => message(inboxMessage(outputs))),
  delay: reading(StepOutputs.delay, ({ amount, unit }) => wait({ type: "regular", amount, unit })),
  digest: reading(StepOutputs.digest, (outputs) => wait(digestMetadata(outputs))),
  custom: reading(StepOutputs.custom, (outputs) => ({ kind: "custom", outputs })),
};

const schemaOf = (type: string): Parse | undefined => (Object.hasOwn(SCHEMAS, type) ? SCHEMAS[type] : undefined);

const wait = (metadata: StepMetadata) => ({ kind: "wait", metadata, outputs: { ...metadata } }) as const;

/** A cron makes a timed digest, a look-back window one with backoff. */
function digestMetadata(outputs: z.output<typeof StepOutputs.digest>): StepMetadata {
  const key = outputs.digestKey === undefined ? {} : { digestKey: outputs.digestKey };
  if ("cron" in outputs) return { type: "timed", ...key, timed: { cronExpression: outputs.cron } };
  const { amount, unit, lookBackWindow } = outputs;
  if (!lookBackWindow) return { type: "regular", amount, unit, ...key };
  const { amount: backoffAmount, unit: backoffUnit } = lookBackWindow;
  return { type: "backoff", amount, unit, backoffAmount, backoffUnit, ...key };
}

/** The framework of a bridge escapes all texts of an in-app step as html. */
const textIn = (html: string): string => htmlToText(sanitizeInApp(html));

function inboxMessage(outputs: InAppOutputs): RenderedMessage & { channel: "in_app" } {
  const { body = "", subject = "", avatar, data } = outputs;
  const isShown = avatar !== undefined && !isScriptUrl(avatar);
  return {
    channel: "in_app",
    content: sanitizeInApp(body),
    format: "html",
    subject: textIn(subject),
    cta: callToAction(outputs),
    ...(isShown && { actor: { type: "system_custom", data: avatar } as const }),
    ...(data && { data }),
  };
}

/** The primary button comes before the secondary one. */
function callToAction({ redirect, primaryAction, secondaryAction }: InAppOutputs): MessageCta {
  const button = (type: "primary" | "secondary", action: InAppOutputs["primaryAction"]) =>
    action ? [{ type, content: textIn(action.label), ...action.redirect }] : [];
  const buttons = [...button("primary", primaryAction), ...button("secondary", secondaryAction)];
  return {
    type: "redirect",
    ...(redirect && { data: redirect }),
    action: { ...(buttons.length > 0 && { status: "pending" as const }), buttons, result: {} },
  };
}

/** The message that the code of the step made for a member; undefined for a step with a stored template. */
export function bridgedMessage(
  slice: Slice,
  step: StepRow,
  member: Member,
): Extract<BridgedStep, { kind: "message" }> | undefined {
  const result = step.bridgeStepId === null ? undefined : slice.bridged.get(askedKey(slice, member));
  const read = result && "answer" in result ? readAnswer(step.type, result.answer) : undefined;
  return read && "kind" in read && read.kind === "message" ? read : undefined;
}
