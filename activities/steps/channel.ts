import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { LOG_CODES } from "#contract/constants/log-codes.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { namedIn } from "#domain/templates/environment-values.ts";
import { type RenderedMessage, type SharedVariables, templatesOf } from "#rendering/render-message.ts";
import type { RenderFailure } from "#rendering/renderer.ts";
import type { ChannelModule, Recipient } from "../channels/channel.ts";
import { channelModule } from "../channels/index.ts";
import { bridgedMessage } from "../run/bridge-answers.ts";
import { destinationsIn } from "../run/choose-integration.ts";
import { chooseLayout } from "../run/choose-layout.ts";
import { isLeftOut } from "../run/expiry.ts";
import type { Member } from "../run/member.ts";
import { mayPrintLinks, preferenceLinks } from "../run/preference-links.ts";
import { isProblem, type Problem } from "../run/problem.ts";
import { stepVariables } from "../run/reply-address.ts";
import type { Slice } from "../run/slice.ts";
import { chooseVariant, conditionsFailed, stepApplies } from "../run/step-conditions.ts";
import { resultsOf } from "../run/step-results.ts";
import type { StepBatch, StepModule, StepOutcome } from "../run/step-type.ts";
import { messageTranslations } from "../run/translation-reader.ts";
import { conclude, type Rendering, unsendable } from "./channel-decision.ts";
import { createOutcome, selectedFirst } from "./create-outcome.ts";
import { holdForHours } from "./outside-hours.ts";

/**
 * Sends messages on a channel. Conditions, preferences and the subscriber's hours are decided first. The channel's `checksFirst`
 * says whether the integration and the address are looked at before the content is rendered, or after it.
 */
export const channelStep: StepModule = {
  types: CHANNELS,

  async start(batch) {
    const { slice, step, position, members } = batch;
    const outcomes = new Map<Member, StepOutcome>();
    const recipients: Recipient[] = [];
    const applying: Member[] = [];
    for (const member of members) {
      const applicability = await stepApplies(slice, member, step);
      if (applicability.applies) applying.push(member);
      else outcomes.set(member, { kind: "ended", started: false, ...applicability });
    }
    if (hasNoContent(step)) {
      for (const member of applying) outcomes.set(member, noContent);
      return members.map((member) => outcomes.get(member) ?? { kind: "open" });
    }
    const { held, details } = await holdForHours({ ...batch, members: applying });
    for (const [member, outcome] of held) outcomes.set(member, outcome);
    const module = channelModule(channelOf(step.type));
    const destinationsOf = await destinationsIn(slice, step, module);
    const probing = createProbing();
    const finish = async (recipient: Recipient, ...rendered: Rendering): Promise<void> => {
      const outcome = await conclude(recipient, ...rendered);
      const probed = outcome.kind === "sending" && (await probing.take(recipient));
      outcomes.set(recipient.member, probed ? await conclude(probed, ...rendered) : outcome);
    };
    for (const member of applying) {
      if (held.has(member)) continue;
      const detail = details.get(member);
      const recipient: Recipient = {
        slice,
        step,
        position,
        module,
        member,
        template: step.template,
        destinations: destinationsOf(member),
        first: detail ? [detail] : [],
        chosen: [],
        bridged: undefined,
      };
      const failed = await prepare(recipient);
      if (failed) outcomes.set(member, failed);
      else if (recipient.bridged) await finish(recipient, recipient.bridged.message);
      else recipients.push(recipient);
    }
    for (const group of byTemplate(recipients)) {
      noteMissingActor(slice, step, group);
      const { real, masked } = await render(slice, step, module.channel, group);
      for (const [index, recipient] of group.entries()) {
        const result = real[index] ?? { error: "The renderer gave no result" };
        const shown = masked?.[index];
        if ("error" in result) await finish(recipient, notRendered(module, result));
        else if (shown && "error" in shown) await finish(recipient, notRendered(module, shown));
        else await finish(recipient, result, shown);
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  /**
   * A run that has waited for the subscriber's hours begins. Of others the deliveries are through; those that failed have
   * said why in details of their own.
   */
  async resume(batch) {
    const { step, position, members } = batch;
    const { entries } = channelModule(channelOf(step.type));
    const waited = members.filter(({ jobs }) => jobs.get(position)?.status === "delayed");
    const started = waited.length > 0 ? await channelStep.start({ ...batch, members: waited }) : [];
    return members.map((member): StepOutcome => {
      const begun = started[waited.indexOf(member)];
      if (begun) return begun;
      const jobId = jobIdOf(member.runId, step.stepId);
      const own = member.deliveries.filter((delivery) => delivery.jobId === jobId);
      if (own.some(({ state }) => state === "open")) return { kind: "open" };
      if (isCompleted(own)) return { kind: "ended", status: "completed", started: true, details: [] };
      const unsent = own.filter(({ state }) => state !== "sent");
      if (unsent.length > 0 && unsent.every(({ error }) => isLeftOut(error))) {
        return { kind: "ended", status: "skipped", started: true, details: [] };
      }
      const [failed] = unsent;
      return {
        kind: "ended",
        status: "failed",
        started: true,
        details: entries ? [{ detail: entries.failed, status: "Failed" }] : [],
        error: entries?.failed ?? failed?.error?.message ?? DETAILS.providerError,
      };
    });
  },
};

/** A step of `/v2/workflows` is saved also while its content is missing, which its issues say. */
const hasNoContent = ({ controls, template: { type, content, subject } }: StepBatch["step"]): boolean =>
  controls !== null && content === "" && type !== "email" && !(type === "in_app" && subject);

const noContent: StepOutcome = {
  kind: "ended",
  status: "failed",
  started: true,
  error: DETAILS.contentNotGenerated,
  details: [
    {
      detail: DETAILS.contentNotGenerated,
      status: "Failed",
      raw: { error: "the body of the step is empty, give it one" },
    },
  ],
};

function isCompleted(deliveries: Member["deliveries"]): boolean {
  const [first] = deliveries;
  switch (first?.completion) {
    case "never":
      return false;
    case "any_sent":
      return deliveries.some(({ state }) => state === "sent");
    default:
      return deliveries.every(({ state }) => state === "sent");
  }
}

function channelOf(type: string): Channel {
  if (isChannel(type)) return type;
  throw new Error(`Step of type ${type} sends no message`);
}

/** Lets the first message of a slice try an integration that has failed before, when that is due. */
function createProbing() {
  let isAsked = false;
  return {
    /** The recipient, with the integration that its message is to try. */
    async take(recipient: Recipient): Promise<Recipient | undefined> {
      const [destination] = recipient.destinations;
      if (isAsked || !destination || "none" in destination.integration || !destination.integration.probe)
        return undefined;
      isAsked = true;
      const integration = await destination.integration.probe();
      return integration && { ...recipient, destinations: [{ ...destination, integration }] };
    },
  };
}

/** Gives the recipient its content, where something can be sent to it; returns the outcome of one that fails before. */
async function prepare(recipient: Recipient): Promise<StepOutcome | undefined> {
  const { slice, step, module, member, destinations, first } = recipient;
  const [destination] = destinations;
  if (module.checksFirst && destination) {
    const problem = await unsendable(recipient, destination);
    if (problem) return createOutcome(recipient, first).failed(destination, problem);
  }
  try {
    recipient.bridged = bridgedMessage(slice, step, member);
    const variant = await chooseVariant(slice, member, step);
    if (!variant) return undefined;
    recipient.template = variant.template;
    recipient.chosen = [{ detail: DETAILS.variantChosen, status: "Pending", raw: { conditions: variant.conditions } }];
    return undefined;
  } catch (error) {
    const { details, ...failed } = conditionsFailed(error);
    const before = [...first, ...selectedFirst(module, destination)];
    return { kind: "ended", started: false, ...failed, details: [...before, ...details] };
  }
}

function byTemplate(recipients: readonly Recipient[]): Recipient[][] {
  const groups = new Map<MessageTemplate, Recipient[]>();
  for (const recipient of recipients) {
    const group = groups.get(recipient.template);
    if (group) group.push(recipient);
    else groups.set(recipient.template, [recipient]);
  }
  return [...groups.values()];
}

/** The avatar may be that of an actor whom the event does not name, or who was deleted since: the messages have none then. */
function noteMissingActor(
  { deps, event, context }: Slice,
  { stepId }: StepBatch["step"],
  [first]: readonly Recipient[],
) {
  if (first?.template.actor?.type !== "user" || context.actor) return;
  const { transactionId } = event;
  deps.logger.warn({ code: LOG_CODES.avatarActorError, transactionId, stepId }, "the actor of an avatar is not there");
}

interface RenderedGroup {
  real: readonly (RenderedMessage | RenderFailure | Problem)[];
  /** The same with masks in the place of secret variables, where there are any. */
  masked?: readonly (RenderedMessage | RenderFailure)[];
}

/** All recipients of a group have the same template, and so the same layout. */
async function render(
  slice: Slice,
  step: StepBatch["step"],
  channel: Channel,
  group: readonly Recipient[],
): Promise<RenderedGroup> {
  const { payload } = slice.event;
  const { tenant, actor, context, branding } = slice.context;
  const [first] = group;
  if (!first) return { real: [] };
  const layout = await chooseLayout(slice, step, first.template);
  if (isProblem(layout)) return { real: group.map(() => layout) };
  const source = { channel, template: first.template, layout };
  const subscribers = group.map(({ member }) => member.subscriber);
  const translations = await messageTranslations(slice.store.translations, slice.event, source, subscribers);
  if (translations && "error" in translations) return { real: group.map(() => translations) };
  // A text of a translation may print one, too.
  const hasLinks = translations !== undefined || mayPrintLinks(first.template, layout);
  const members = group.map(({ member }) => ({
    subscriber: { ...member.subscriber, ...(hasLinks && preferenceLinks(slice, member)) },
    step: stepVariables(slice, step, member),
    steps: resultsOf(slice, member),
    translations: translations?.of(member.subscriber),
  }));
  const renderWith = (env: SharedVariables["env"]) =>
    slice.deps.renderer.renderMessages({
      ...source,
      shared: { payload, tenant, actor, context, branding, env },
      members,
      environmentId: slice.event.environmentId,
    });
  const env = variablesFor(slice, source, translations !== undefined);
  // Inboxes show what is stored, and so no secret.
  if (!env?.hasSecrets || channel === "in_app") return { real: await renderWith(env?.masked) };
  return { real: await renderWith(env.revealed), masked: await renderWith(env.masked) };
}

/** The variables that the templates of a message may name; all of them where its texts are translated, as those may name any. */
function variablesFor({ context: { env } }: Slice, source: Parameters<typeof templatesOf>[0], isTranslated: boolean) {
  if (!env || isTranslated) return env;
  return namedIn(
    env,
    templatesOf(source).map(({ text }) => text),
  );
}

function notRendered({ syntaxError }: ChannelModule, { error, isSyntax }: RenderFailure): Problem {
  return { problem: (isSyntax && syntaxError) || DETAILS.contentNotGenerated, raw: { error } };
}
