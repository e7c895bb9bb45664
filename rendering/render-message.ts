import type { Branding } from "#contract/accounts/organizations.ts";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import { RENDERED_MAX } from "#contract/constants/limits.ts";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { Cta, EmailBlock, MessageTemplate, ProviderFields } from "#contract/workflows/templates.ts";
import type { ContextView } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import { compileTemplate, contentEscaping, type RenderLimits, renderText } from "#domain/templates/compile-template.ts";
import { buildContext, type StepVariables } from "#domain/templates/context.ts";
import type { InlinedEmail } from "#domain/templates/email/email-source.ts";
import { emailText } from "#domain/templates/email/email-text.ts";
import { type EmailLayout, layoutOf, renderEmail } from "#domain/templates/email/render-email.ts";
import type { Escaping } from "#domain/templates/safe-html.ts";
import { hasHtml, sanitizeInApp } from "#domain/templates/sanitize-in-app.ts";
import { type Translations, withTranslations } from "#domain/templates/translations.ts";
import { writeValues } from "#domain/templates/value-marks.ts";
import { mapLeaves, textLeaves } from "#domain/values/map-leaves.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import { isScriptUrl } from "#domain/values/script-url.ts";

/** Longest content of an in-app message before what does not stay is removed, so that removing it cannot take long. */
const UNSANITISED_MAX = 4 * RENDERED_MAX.in_app;

/** Fails drafts with faults: all else that was saved is compiled. Code at a bridge has to make HTML. */
const UNCOMPILED = "The body is MJML that could not be compiled: mend it where the step is edited";

export type RenderedChannel = keyof typeof RENDERED_MAX;

export interface SharedVariables {
  payload: PlainObject;
  tenant?: object | null | undefined;
  actor?: object | null | undefined;
  /** Contexts of the event by their types; null where it has none. */
  context?: Readonly<Record<string, ContextView>> | null | undefined;
  branding?: Pick<Branding, "logo" | "color"> | null | undefined;
  /** Variables of the environment that the templates name. */
  env?: Readonly<Record<string, string>> | null | undefined;
}

export interface MemberVariables {
  subscriber: object;
  step?: StepVariables | undefined;
  /** Results of earlier steps, by their uuid. */
  steps?: Readonly<PlainObject> | undefined;
  /** Those that the templates print, for this member. */
  translations?: Translations | undefined;
}

export interface MessageSource {
  channel: RenderedChannel;
  template: MessageTemplate;
  /** Of emails. Without one, blocks get the built-in layout and html is sent bare. */
  layout?: EmailLayout | null | undefined;
  inlined?: InlinedEmail | undefined;
  shared: SharedVariables;
}

export type RenderedMessage =
  | {
      channel: "in_app";
      content: string;
      /** Of the content; the subject and the labels of buttons are always text. */
      format: ContentFormat;
      subject: string;
      cta?: MessageCta;
      /** The avatar and data of a message that the step's code or its control values made. */
      actor?: MessageActor;
      data?: Record<string, unknown>;
    }
  | {
      channel: "email";
      subject: string;
      preheader: string;
      senderName: string;
      /** The rendered content without its layout: html, or blocks. */
      content: string | EmailBlock[];
      html: string;
      /** The plain-text part, made of the html. */
      text: string;
    }
  | { channel: "sms"; content: string }
  | {
      channel: "chat";
      content: string;
      /** The content with marks in the place of what a platform may have to escape in values; absent where there is nothing to. */
      marked?: string;
      /** Fields of vendors' own, by the provider's id, with the same marks. */
      providers?: ProviderFields;
    }
  | { channel: "push"; title: string; content: string };

/** Renders a template for one member. Throws `invalid_input` when the template fails or when a text becomes too long. */
export function renderMessage(source: MessageSource, member: MemberVariables, limits: RenderLimits): RenderedMessage {
  const { channel, template, shared } = source;
  const context = withTranslations(buildContext({ ...shared, ...member }), member.translations);
  const plain = (text: string | null | undefined) => renderText(text, context, { escape: "none", limits });
  switch (channel) {
    case "in_app": {
      const source = textOf(template.content);
      const format = formatOf(template, source);
      const rendered = compileTemplate(source, { escape: contentEscaping(template) }).render(context, limits);
      checkLength("The content", rendered, UNSANITISED_MAX);
      const content = format === "html" ? sanitizeInApp(rendered) : rendered;
      const subject = plain(template.subject);
      const cta = template.cta ? renderCta(template.cta, plain) : undefined;
      const { avatar, data } = renderExtras(template, plain);
      const texts = {
        content,
        subject,
        action: cta ? JSON.stringify(cta) : "",
        data: data ? JSON.stringify(data) : "",
      };
      checkLengths(channel, texts);
      return {
        channel,
        content,
        format,
        subject,
        ...(cta && { cta }),
        ...(avatar && { actor: { type: "system_custom", data: avatar } }),
        ...(data && { data }),
      };
    }
    case "email": {
      const { contentType, content, subject, preheader, senderName, unescaped } = template;
      if (typeof content === "string" && isMjml(content)) throw new DomainError("invalid_input", UNCOMPILED);
      const email = renderEmail({
        template: { contentType, content, subject, preheader, senderName, unescaped },
        layout: source.layout,
        inlined: source.inlined,
        context,
        color: shared.branding?.color,
        limits,
      });
      const { html, ...lines } = email;
      const stored = typeof lines.content === "string" ? lines.content : JSON.stringify(lines.content);
      checkLengths(channel, { ...lines, content: stored, html });
      return { channel, ...email, text: emailText(html) };
    }
    case "chat": {
      const marked = renderText(textOf(template.content), context, { escape: "marked", limits });
      const content = writeValues(marked);
      const providers = template.providers && renderProviders(template.providers, context, limits);
      checkLengths(channel, { content, blocks: providers ? JSON.stringify(providers) : "" });
      return { channel, content, ...(marked !== content && { marked }), ...(providers && { providers }) };
    }
    case "sms": {
      const content = plain(textOf(template.content));
      checkLengths(channel, { content });
      return { channel, content };
    }
    case "push": {
      const title = plain(template.title);
      const content = plain(textOf(template.content));
      checkLengths(channel, { title, content });
      return { channel, title, content };
    }
  }
}

/** Values that are not escaped make a text, unless the template itself is markup: values are markup then, too. */
const formatOf = ({ unescaped }: MessageTemplate, source: string): ContentFormat =>
  unescaped && !hasHtml(source) ? "text" : "html";

export interface TemplateText {
  text: string;
  escape: Escaping;
}

export function templatesOf({ channel, template, layout, inlined }: Omit<MessageSource, "shared">): TemplateText[] {
  const { content, subject, title, preheader, senderName, cta, avatar, data } = template;
  const ofContent = contentEscaping(template) === "html" ? html : plain;
  switch (channel) {
    case "in_app": {
      const buttons = cta?.action?.buttons ?? [];
      const labels = buttons.flatMap((button) => [button.content, button.url]);
      return [...ofContent(textOf(content)), ...plain(subject, cta?.data?.url, ...labels, avatar, ...textLeaves(data))];
    }
    case "email": {
      const blocks = typeof content === "string" ? [] : content;
      const contents = typeof content === "string" ? [content] : blocks.map((block) => block.content);
      const inlinedContents = typeof inlined?.content === "string" ? [inlined.content] : (inlined?.content ?? []);
      return [
        ...plain(subject, preheader, senderName, ...blocks.map(({ url }) => url)),
        ...ofContent(...contents, ...inlinedContents),
        ...html(inlined?.layout ?? layoutOf({ template, layout })?.content),
      ];
    }
    case "push":
      return plain(title, textOf(content));
    case "chat":
      return [textOf(content), ...textLeaves(template.providers)].map((text) => ({ text, escape: "marked" }));
    case "sms":
      return plain(textOf(content));
  }
}

type Text = string | null | undefined;
const html = (...texts: readonly Text[]) => texts.flatMap((text) => (text ? [{ text, escape: "html" as const }] : []));
const plain = (...texts: readonly Text[]) => texts.flatMap((text) => (text ? [{ text, escape: "none" as const }] : []));

/** The picture and the data of an in-app message; an address that runs code is left out. */
function renderExtras({ avatar, data }: MessageTemplate, plain: (text: string | undefined) => string) {
  const picture = plain(avatar);
  return {
    ...(picture !== "" && !isScriptUrl(picture) && { avatar: picture }),
    ...(data && { data: mapLeaves(data, (leaf) => (typeof leaf === "string" ? plain(leaf) : leaf)) }),
  };
}

const renderProviders = (providers: ProviderFields, context: PlainObject, limits: RenderLimits): ProviderFields =>
  Object.fromEntries(
    Object.entries(providers).map(([providerId, fields]) => [
      providerId,
      mapLeaves(fields, (leaf) =>
        typeof leaf === "string" ? renderText(leaf, context, { escape: "marked", limits }) : leaf,
      ),
    ]),
  );

/** Variables may make an address that runs code: such a one is left out. */
function renderCta(cta: Cta, plain: (text: string | undefined) => string): MessageCta {
  const renderUrl = (template: string | undefined): { url?: string } => {
    if (template === undefined) return {};
    const url = plain(template);
    return isScriptUrl(url) ? {} : { url };
  };
  const { url: dataUrl, ...data } = cta.data ?? {};
  return {
    type: "redirect",
    data: { ...data, ...renderUrl(dataUrl) },
    ...(cta.action && {
      action: {
        ...(cta.action.buttons?.length ? { status: cta.action.status ?? "pending" } : {}),
        buttons: (cta.action.buttons ?? []).map(({ url, ...button }) => ({
          ...button,
          content: plain(button.content),
          ...renderUrl(url),
        })),
        result: {},
      },
    }),
  };
}

function checkLengths(channel: RenderedChannel, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) checkLength(`The ${name}`, text, RENDERED_MAX[channel]);
}

/** Throws `invalid_input` when a rendered text is longer than it may be. */
export function checkLength(name: string, text: string, max: number): void {
  if (text.length <= max) return;
  const message = `${name} is ${text.length} characters, at most ${max}: shorten the template or the payload`;
  throw new DomainError("invalid_input", message);
}

const textOf = (content: MessageTemplate["content"]): string => (typeof content === "string" ? content : "");
