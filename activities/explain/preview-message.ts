import type { MessageTemplate } from "#contract/templates.ts";
import type { PlainObject } from "#domain/plain-object.ts";
import type { EmailLayout } from "#domain/templates/render-email.ts";
import type { RenderedChannel, RenderedMessage, SharedVariables } from "../rendering/render-message.ts";
import type { ExplainerDeps } from "./explainer.ts";

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
  steps?: PlainObject;
}

/** Renders as a run would, with the same bounds of time and size. */
export async function previewMessage(
  { renderer }: Pick<ExplainerDeps, "renderer">,
  { channel, template, layout, branding, environmentId, subscriber, payload, steps }: MessagePreview,
): Promise<RenderedMessage | { error: string }> {
  const shared = { payload, branding };
  const [message] = await renderer.renderMessages({
    channel,
    template,
    layout,
    environmentId,
    shared,
    members: [{ subscriber, ...(steps && { steps }) }],
  });
  return message ?? { error: "The message was not rendered" };
}
