import type { DecisionDeps } from "#activities/run/decision-deps.ts";
import { maskedEnvironment } from "#activities/run/environment-values.ts";
import { createTranslationReader, messageTranslations } from "#activities/run/translation-reader.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { type LinkSettings, preferencesUrlOf, unsubscribeUrlOf } from "#db/preference-token.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { EmailLayout } from "#domain/templates/email/render-email.ts";
import { namedIn } from "#domain/templates/environment-values.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import {
  type RenderedChannel,
  type RenderedMessage,
  type SharedVariables,
  templatesOf,
} from "#rendering/render-message.ts";

/** A message of a step, or an email in a layout, to render for sample data. */
export interface MessagePreview {
  channel: RenderedChannel;
  template: MessageTemplate;
  /** Of emails. Without one, blocks get the built-in layout and html is bare. */
  layout?: EmailLayout | undefined;
  /** The organisation's, as messages are sent with it. */
  branding?: SharedVariables["branding"];
  environmentId: string;
  subscriber: PlainObject;
  payload: PlainObject;
  tenant?: object | undefined;
  actor?: object | undefined;
  context?: SharedVariables["context"];
  step?: StepVariables | undefined;
  steps?: PlainObject | undefined;
  /** In place of the variables of the environment, which are masked where they are secret. */
  env?: SharedVariables["env"];
  /** Values in place of those of single variables. */
  givenEnv?: Readonly<Record<string, string>> | undefined;
}

/** Renders as a run would, with the same bounds of time and size. */
export async function previewMessage(
  { db, renderer, config }: Pick<DecisionDeps, "db" | "renderer" | "config">,
  {
    channel,
    template,
    layout,
    branding,
    environmentId,
    subscriber,
    payload,
    tenant,
    actor,
    context,
    step,
    steps,
    env: known,
    givenEnv = {},
  }: MessagePreview,
): Promise<RenderedMessage | { error: string }> {
  const source = { channel, template, layout };
  const read = createTranslationReader(db);
  const translations = await messageTranslations(read, { environmentId }, source, [subscriber]);
  if (translations && "error" in translations) return translations;
  const own = known ?? (await maskedEnvironment(db, { environmentId }));
  const all = own || Object.keys(givenEnv).length > 0 ? { ...own, ...givenEnv } : undefined;
  const texts = templatesOf(source).map(({ text }) => text);
  // A text of a translation may name any.
  const env = all && (translations ? all : namedIn({ revealed: all, masked: all, hasSecrets: false }, texts)?.masked);
  const [message] = await renderer.renderMessages({
    ...source,
    environmentId,
    shared: { payload, branding, tenant, actor, context, env },
    members: [
      {
        subscriber: { ...sampleLinks(config), ...subscriber },
        step,
        steps,
        translations: translations?.of(subscriber),
      },
    ],
  });
  return message ?? { error: "The message was not rendered" };
}

/** A preview is nobody's, so that its links lead to nobody's preferences. */
const SAMPLE_TOKEN = "preview";
const sampleLinks = (config: LinkSettings) => ({
  preferencesUrl: preferencesUrlOf(config, SAMPLE_TOKEN),
  unsubscribeUrl: unsubscribeUrlOf(config, SAMPLE_TOKEN),
});
