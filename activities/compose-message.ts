import type { Channel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { Cta, EmailBlock, MessageTemplate } from "#contract/workflows.ts";
import type { SceneSubscriber } from "#db/queries/scene.ts";
import { compileTemplate, renderText } from "#domain/templates/compile-template.ts";
import { buildContext, type TemplateContext } from "#domain/templates/context.ts";
import { renderEmail } from "#domain/templates/render-email.ts";
import type { EmailMessage, SmsMessage } from "#providers/messages.ts";
import type { Scene } from "./load-scene.ts";

/** A message as it is stored, and for channels with a provider also as it is sent. */
export interface Composed {
  stored: {
    subject?: string;
    content: string | EmailBlock[];
    cta?: MessageCta;
    actor?: MessageActor;
    actorId?: string;
    email?: string;
    phone?: string;
  };
  email?: Omit<EmailMessage, "id">;
  sms?: Omit<SmsMessage, "id">;
}

/** Why a step cannot send to this subscriber: the detail, and what its message is stored as, if it is stored. */
export interface NotComposed {
  problem: DetailText;
  raw?: unknown;
  /** Stored so that the subscriber's activity shows what was meant for them. */
  message?: { status: "warning" | "error"; errorId: string; errorText: string };
}

export type Composition = Composed | NotComposed;

/**
 * Renders a step's template for one subscriber and finds the address, overrides included: engine.md 1.9, 7.3 to 7.6.
 * Address and content belong together, because an override may replace either.
 */
export function composeMessage(
  scene: Scene,
  channel: Channel,
  template: MessageTemplate,
  subscriber: SceneSubscriber,
  providerId: string,
): Composition {
  const context = buildContext({
    payload: scene.event.payload,
    subscriber,
    tenant: scene.now.tenant,
    actor: scene.now.actor,
    branding: scene.now.branding,
  });
  const overrides = overridesFor(scene, channel, providerId);
  try {
    switch (channel) {
      case "in_app":
        return composeInApp(scene, template, context);
      case "email":
        return composeEmail(scene, template, context, subscriber, overrides);
      case "sms":
        return composeSms(scene, template, context, subscriber, overrides);
      default:
        throw new Error(`Steps of type ${channel} cannot be composed`);
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { problem: DETAILS.contentNotGenerated, raw: { error: text } };
  }
}

type Overrides = Readonly<Record<string, unknown>>;

/** Overrides of the channel with those of the provider laid over them. */
function overridesFor(scene: Scene, channel: Channel, providerId: string): Overrides {
  const { [channel]: ofChannel, [providerId]: ofProvider } = scene.event.overrides;
  return { ...asObject(ofChannel), ...asObject(ofProvider) };
}

function composeInApp(scene: Scene, template: MessageTemplate, context: TemplateContext): Composed {
  const content = compileTemplate(textOf(template.content), { escape: "html" }).render(context);
  const subject = renderText(template.subject, context, { escape: "none" });
  const cta = template.cta ? renderCta(template.cta, context) : undefined;
  const actor = template.actor && template.actor.type !== "none" ? template.actor : undefined;
  return {
    stored: {
      content,
      ...(subject !== "" && { subject }),
      ...(cta && { cta }),
      ...(actor && { actor: actor.type === "user" ? { type: "user", data: null } : actor }),
      ...(actor?.type === "user" && scene.now.actor && { actorId: scene.now.actor._id }),
    },
  };
}

function renderCta(cta: Cta, context: TemplateContext): MessageCta {
  const url = renderText(cta.data?.url, context, { escape: "none" });
  return {
    type: "redirect",
    data: { ...cta.data, ...(cta.data?.url !== undefined && { url }) },
    ...(cta.action && {
      action: {
        ...(cta.action.buttons?.length ? { status: cta.action.status ?? "pending" } : {}),
        buttons: (cta.action.buttons ?? []).map((button) => ({
          ...button,
          content: renderText(button.content, context, { escape: "none" }),
          ...(button.url !== undefined && { url: renderText(button.url, context, { escape: "none" }) }),
        })),
        result: {},
      },
    }),
  };
}

function composeEmail(
  scene: Scene,
  template: MessageTemplate,
  context: TemplateContext,
  subscriber: SceneSubscriber,
  overrides: Overrides,
): Composition {
  const own = textIn(scene.event.payload, "email") ?? subscriber.email;
  const to = [...new Set([...(own ? [own] : []), ...textsIn(overrides, "to")])];
  if (!own && to.length === 0) {
    return {
      problem: DETAILS.missingRecipient,
      message: {
        status: "warning",
        errorId: "mail_unexpected_error",
        errorText: "Subscriber does not have an email address",
      },
    };
  }
  const rendered = renderEmail({ template, context, color: scene.now.branding?.color });
  const subject = textIn(overrides, "subject") ?? rendered.subject;
  const senderName = textIn(overrides, "senderName") ?? rendered.senderName;
  const html = textIn(overrides, "html") ?? textIn(overrides, "text") ?? rendered.html;
  const from = textIn(overrides, "from");
  const text = textIn(overrides, "text");
  const replyTo = textIn(overrides, "replyTo");
  const ipPoolName = textIn(overrides, "ipPoolName");
  return {
    stored: { subject, content: rendered.content, email: to.join(",") },
    email: {
      to,
      subject,
      html,
      cc: textsIn(overrides, "cc"),
      bcc: textsIn(overrides, "bcc"),
      headers: stringsOf(overrides.headers),
      customData: asObject(overrides.customData),
      ...(from && { from }),
      ...(senderName && { senderName }),
      ...(text && { text }),
      ...(replyTo && { replyTo }),
      ...(ipPoolName && { ipPoolName }),
      notificationDetails: {
        transactionId: scene.event.transactionId,
        workflowIdentifier: scene.now.workflow.identifier,
        subscriberId: subscriber.subscriberId,
      },
    },
  };
}

function composeSms(
  scene: Scene,
  template: MessageTemplate,
  context: TemplateContext,
  subscriber: SceneSubscriber,
  overrides: Overrides,
): Composition {
  const content = textIn(overrides, "content") ?? renderText(textOf(template.content), context, { escape: "none" });
  if (content === "")
    return { problem: DETAILS.contentNotGenerated, raw: { error: "The content of the text message is empty" } };
  const to = textIn(overrides, "to") ?? textIn(scene.event.payload, "phone") ?? subscriber.phone;
  if (!to) {
    return {
      problem: DETAILS.missingRecipient,
      message: {
        status: "warning",
        errorId: "no_subscriber_phone",
        errorText: "Subscriber does not have a phone number",
      },
    };
  }
  const from = textIn(overrides, "from");
  return {
    stored: { content, phone: to },
    sms: { to, content, customData: asObject(overrides.customData), ...(from && { from }) },
  };
}

const textOf = (content: MessageTemplate["content"]): string => (typeof content === "string" ? content : "");

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textIn(source: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = source[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsIn(source: Overrides, key: string): string[] {
  return [source[key]].flat().filter((value): value is string => typeof value === "string" && value !== "");
}

function stringsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asObject(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
