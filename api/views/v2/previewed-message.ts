import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import type { ProviderFields } from "#contract/workflows/templates.ts";
import { fieldsOfProvider } from "#domain/templates/provider-fields.ts";
import { smsSize } from "#domain/values/sms-segments.ts";
import type { Explainer } from "#explain/explainer.ts";

type RenderedMessage = Exclude<Awaited<ReturnType<Explainer["preview"]>>, { error: string }>;

/** A rendered message as a preview has it. */
export function previewedMessage(message: RenderedMessage): PreviewedMessage {
  switch (message.channel) {
    case "email": {
      const { content: _withoutLayout, ...shown } = message;
      return shown;
    }
    case "in_app": {
      const { actor, ...shown } = message;
      return { ...shown, ...(actor?.data && { avatar: actor.data }) };
    }
    case "sms": {
      const { channel, content } = message;
      return { channel, content, ...smsSize(content) };
    }
    case "chat":
      return { channel: message.channel, content: message.content, ...providersOf(message.providers) };
    case "push":
      return message;
  }
}

const providersOf = (providers: ProviderFields | undefined): { providers?: ProviderFields } =>
  providers
    ? { providers: Object.fromEntries(Object.keys(providers).map((id) => [id, fieldsOfProvider(providers, id)])) }
    : {};
