import { DETAILS } from "#contract/constants/details.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import type { Failover, FailoverOption } from "#domain/lanes/failover.ts";
import { providerOverrides } from "#domain/overrides.ts";
import { findProvider } from "#providers/registry.ts";
import type { RenderedMessage } from "#rendering/render-message.ts";
import { type ChannelModule, type Composed, overridesOf, type Recipient } from "../channels/channel.ts";
import { unusedOverrides } from "../channels/unused-overrides.ts";
import { type Destination, providerIdOf } from "../run/choose-integration.ts";
import type { ChosenIntegration } from "../run/chosen-integration.ts";
import { type Overrides, textIn } from "../run/override-values.ts";
import type { Problem } from "../run/problem.ts";
import { replyAddress } from "../run/reply-address.ts";
import { sealedRequest } from "../run/sealed-request.ts";
import type { Slice } from "../run/slice.ts";
import type { StepOutcome } from "../run/step-type.ts";
import { createOutcome, selected, selectedFirst } from "./create-outcome.ts";

/** Why nothing can be sent to a destination: no integration, one that is used up, or no address. */
export async function unsendable(recipient: Recipient, destination: Destination): Promise<Problem | undefined> {
  const { module, member, step } = recipient;
  const { integration } = destination;
  if ("none" in integration) return noIntegration(module, integration);
  const unreachable = module.unreachable(recipient, destination, overridesOf(recipient, integration.providerId));
  // The limit comes first, and whoever has no address uses nothing of it.
  const usedUp = await integration.limit(unreachable ? undefined : jobIdOf(member.runId, step.stepId));
  return usedUp === undefined ? unreachable : { problem: DETAILS.providerLimit, raw: { message: usedUp } };
}

function noIntegration({ noIntegrationErrorId: errorId }: ChannelModule, { none: raw }: { none: unknown }): Problem {
  const problem = { problem: DETAILS.noIntegration, raw };
  return errorId === undefined
    ? problem
    : { ...problem, message: { status: "warning", errorId, errorText: DETAILS.noIntegration } };
}

/** Says that a message would go out without a sender, as no other integration has one either. */
function noSender(
  { lacksSender }: ChannelModule,
  integration: ChosenIntegration,
  overrides: Overrides,
): Problem | undefined {
  if (!lacksSender || textIn(overrides, "from") || ![integration, ...integration.others].every(lacksSender)) {
    return undefined;
  }
  const errorText = `The integration ${integration.summary.name} has no sender: give it one in its credentials`;
  return {
    problem: DETAILS.noChannel,
    message: { status: "warning", errorId: "no_integration_from_phone", errorText },
  };
}

/** A message, or why there is none; and where it has secret variables, the same with masks in their place, which is stored. */
export type Rendering = [rendered: RenderedMessage | Problem, masked?: RenderedMessage | undefined];

/** Decides for one recipient, destination by destination, what is sent of the rendered message. */
export async function conclude(recipient: Recipient, ...[rendered, masked]: Rendering): Promise<StepOutcome> {
  const { slice, step, module, member, template, destinations, first, chosen, bridged } = recipient;
  const outcome = createOutcome(recipient, [...first, ...selectedFirst(module, destinations[0]), ...chosen]);
  const reply = replyAddress(slice, step, member);
  // The layout that the event asks for is looked for before, and all other content is made after.
  const hasLayout = !("problem" in rendered) || rendered.problem !== DETAILS.layoutNotFound;
  if (hasLayout && reply && "gap" in reply) outcome.note({ detail: reply.gap, status: "Warning" });
  if ("problem" in rendered) {
    // Rendered once for all destinations, and so it fails once.
    return outcome.failed(module.entries ? undefined : destinations[0], withMessage(module, rendered));
  }
  for (const destination of destinations) {
    const { integration } = destination;
    const providerId = providerIdOf(destination);
    const overrides = overridesOf(recipient, providerId, bridged?.providers);
    outcome.note(
      ...unusedOverrides(
        { overrides: slice.event.overrides, payload: slice.event.payload, template },
        step,
        module,
        providerId,
        bridged?.providers,
      ),
    );
    const composed = compose(recipient, destination, overrides, { rendered, masked });
    if ("problem" in composed) {
      outcome.fail(destination, withMessage(module, composed));
      continue;
    }
    const problem = module.checksFirst ? undefined : await unsendable(recipient, destination);
    if (problem || "none" in integration) {
      if (problem) outcome.fail(destination, problem);
      continue;
    }
    if (!module.checksFirst) outcome.note(selected(integration));
    const senderless = noSender(module, integration, overrides);
    if (senderless) {
      outcome.fail(destination, senderless);
      continue;
    }
    const failover = failoverOf(recipient, { rendered, masked }, destination, composed.requests);
    const kept = isContentStored(slice, module) ? composed.stored : withoutContent(composed.stored);
    outcome.send(integration, { ...composed, stored: kept }, failover);
  }
  return outcome.outcome();
}

interface MessageToCompose {
  rendered: RenderedMessage;
  masked: RenderedMessage | undefined;
}

/** Composes the message. What is stored of it is masked, and so are its requests, which have the secrets sealed. */
function compose(
  recipient: Recipient,
  destination: Destination,
  overrides: Overrides,
  { rendered, masked }: MessageToCompose,
): Composed | Problem {
  const { module, slice } = recipient;
  const real = module.compose(recipient, destination, overrides, rendered);
  if ("problem" in real || !masked) return real;
  const shown = module.compose(recipient, destination, overrides, masked);
  if ("problem" in shown) return shown;
  const key = slice.deps.config.encryptionKey;
  return {
    stored: shown.stored,
    requests: real.requests.map((request, index) => sealedRequest(request, shown.requests[index] ?? {}, key)),
  };
}

/**
 * How a message goes on should its integration not be able to send it; each one's own overrides count for it, and each one
 * gets what it takes.
 */
function failoverOf(
  recipient: Recipient,
  message: MessageToCompose,
  { integration }: Destination,
  [request, another]: readonly Record<string, unknown>[],
): Failover | null {
  if ("none" in integration || integration.others.length === 0 || !request || another) return null;
  const { slice, step, module, bridged } = recipient;
  const all = [integration, ...integration.others];
  const hasOwn = all.some(
    ({ providerId }) =>
      bridged?.providers[providerId] !== undefined ||
      findProvider(module.channel, providerId)?.takesSource ||
      Object.keys(providerOverrides(slice.event.overrides, step, providerId)).length > 0,
  );
  const options = all.flatMap((one): FailoverOption[] => {
    const option = { integrationId: one.id, providerId: one.providerId, attempts: 0 };
    if (!hasOwn) return [option];
    if (one === integration) return [{ ...option, request }];
    const through: Destination = { integration: one };
    const overrides = overridesOf(recipient, one.providerId, bridged?.providers);
    if (module.unreachable(recipient, through, overrides)) return [];
    const composed = compose(recipient, through, overrides, message);
    const own = "requests" in composed ? composed.requests[0] : undefined;
    return own ? [{ ...option, request: own }] : [];
  });
  return { options, ...(integration.isProbe && { isProbe: true }) };
}

/** Adds the message that is stored, on every channel, when nothing can be rendered. */
const withMessage = ({ errorId }: ChannelModule, { problem, raw, message }: Problem): Problem => {
  const hasReason = typeof raw === "object" && raw !== null && "error" in raw;
  const errorText = hasReason ? String(raw.error) : DETAILS.contentNotGenerated;
  return { problem, raw, message: message ?? { status: "error", errorId, errorText } };
};

/** That of in-app messages always is: subscribers read it in their inboxes. Others are sent from their deliveries. */
const isContentStored = ({ deps }: Slice, { channel }: ChannelModule): boolean =>
  channel === "in_app" || deps.config.storesContent;

/** Returns what is stored of a message whose content is not kept: the recipients stay. */
function withoutContent({
  subject: _subject,
  title: _title,
  content: _content,
  blocks: _blocks,
  ...rest
}: Composed["stored"]) {
  return rest;
}
