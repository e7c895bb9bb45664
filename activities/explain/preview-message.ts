import type { MessageTemplate } from "#contract/templates.ts";
import type { PlainObject } from "#domain/plain-object.ts";
import type { RenderedChannel, RenderedMessage } from "../rendering/render-message.ts";
import type { ExplainerDeps } from "./explainer.ts";

/** A message of a step, rendered for sample data. */
export interface MessagePreview {
  channel: RenderedChannel;
  template: MessageTemplate;
  environmentId: string;
  subscriber: PlainObject;
  payload: PlainObject;
  steps: PlainObject;
}

/** Renders as a run would, with the same bounds of time and size; no layout is put around an email. */
export async function previewMessage(
  { renderer }: Pick<ExplainerDeps, "renderer">,
  { channel, template, environmentId, subscriber, payload, steps }: MessagePreview,
): Promise<RenderedMessage | { error: string }> {
  const shared = { payload };
  const [message] = await renderer.renderMessages({
    channel,
    template,
    environmentId,
    shared,
    members: [{ subscriber, steps }],
  });
  return message ?? { error: "The message was not rendered" };
}
