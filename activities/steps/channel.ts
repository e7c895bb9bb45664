import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { storableJson } from "#db/storable.ts";
import { type ChannelModule, type Composed, overridesOf, type Problem } from "../channels/channel.ts";
import { channelModule } from "../channels/index.ts";
import type { RenderedMessage } from "../rendering/render-message.ts";
import { bridgedMessage } from "../slice/bridge-steps.ts";
import { chooseIntegration, type Destination, entriesOf } from "../slice/choose-integration.ts";
import type { Member, Slice } from "../slice/slice.ts";
import { chooseVariant, conditionsFailed, type StepDetail, stepApplies } from "../slice/step-conditions.ts";
import type { StepBatch, StepDelivery, StepMessage, StepModule, StepOutcome } from "./step-type.ts";

/** Longest content that is repeated in an execution detail; the message has the whole. */
const DETAIL_CONTENT_MAX = 4_000;

/** Sends messages on a channel: the order of decisions is engine.md 2.4 and, per channel, 7.4 to 7.8. */
export const channelStep: StepModule = {
  types: CHANNELS,

  async start({ slice, step, members }) {
    const outcomes = new Map<Member, StepOutcome>();
    const candidates: Candidate[] = [];
    const module = channelModule(channelOf(step.type));
    const destinationsOf = await destinationsIn(slice, module);
    for (const member of members) {
      const candidate = await prepare(slice, step, member, module, destinationsOf(member));
      if ("kind" in candidate) outcomes.set(member, candidate);
      else if (candidate.bridged) {
        outcomes.set(member, conclude(slice, module, candidate, candidate.bridged.message));
      } else candidates.push(candidate);
    }
    for (const group of byTemplate(candidates)) {
      const rendered = await render(slice, module.channel, group);
      for (const [index, candidate] of group.entries()) {
        const result = rendered[index] ?? { error: "The renderer gave no result" };
        outcomes.set(candidate.member, conclude(slice, module, candidate, result));
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  /** A run whose deliveries are through. Those that failed have said why in details of their own. */
  async resume({ step, members }) {
    const { entries } = channelModule(channelOf(step.type));
    return members.map((member): StepOutcome => {
      const jobId = jobIdOf(member.runId, step.stepId);
      const own = member.deliveries.filter((delivery) => delivery.jobId === jobId);
      if (own.some(({ state }) => state === "open")) return { kind: "open" };
      if (isCompleted(own)) return { kind: "ended", status: "completed", started: true, details: [] };
      const failed = own.find(({ state }) => state !== "sent");
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

/** A member to which the step applies, with the template that it gets. */
interface Candidate {
  member: Member;
  template: MessageTemplate;
  destinations: readonly Destination[];
  details: StepDetail[];
  /** Made by the step's code, where it is executed at a bridge. */
  bridged: ReturnType<typeof bridgedMessage>;
}

function channelOf(type: string): Channel {
  if (isChannel(type)) return type;
  throw new Error(`Step of type ${type} sends no message`);
}

/** Returns the destinations of a member: the one integration of the slice, or each of the subscriber's entries. */
async function destinationsIn(
  slice: Slice,
  { channel, entries }: ChannelModule,
): Promise<(member: Member) => readonly Destination[]> {
  if (entries) return (member) => entriesOf(slice, channel, member.entries);
  const all = [{ integration: await chooseIntegration(slice, channel) }];
  return () => all;
}

async function prepare(
  slice: Slice,
  step: StepBatch["step"],
  member: Member,
  module: ChannelModule,
  destinations: readonly Destination[],
): Promise<Candidate | StepOutcome> {
  const applicability = await stepApplies(slice, member, step);
  if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
  const details: StepDetail[] = slice.context.tenant
    ? [{ detail: DETAILS.tenantSelected, status: "Pending", raw: slice.context.tenant }]
    : [];
  const [destination] = destinations;
  if (module.checksFirst && destination) {
    const problem = unsendable(slice, module, { member, template: step.template }, destination);
    if (problem) {
      const decision = decisionOf(details);
      addFailure(decision, module, destination, problem);
      return outcomeOf(decision);
    }
  }
  try {
    const bridged = bridgedMessage(slice, step, member);
    return { member, destinations, bridged, ...(await chooseTemplate(slice, member, step, details)) };
  } catch (error) {
    return { kind: "ended", started: false, ...conditionsFailed(error) };
  }
}

/** The template of the variant whose conditions pass, else the step's own. */
async function chooseTemplate(slice: Slice, member: Member, step: StepBatch["step"], details: StepDetail[]) {
  const variant = await chooseVariant(slice, member, step);
  if (!variant) return { template: step.template, details };
  const { template, conditions } = variant;
  return {
    template,
    details: [...details, { detail: DETAILS.variantChosen, status: "Pending", raw: { conditions } } as const],
  };
}

/** Why nothing can be sent to a destination: no integration, one that is used up, or no address. */
function unsendable(
  slice: Slice,
  module: ChannelModule,
  { member, template }: Pick<Candidate, "member" | "template">,
  { integration, entry }: Destination,
): Problem | undefined {
  if ("none" in integration) return { problem: DETAILS.noIntegration, raw: integration.none };
  const usedUp = integration.takeOne();
  if (usedUp !== undefined) return { problem: DETAILS.providerLimit, raw: { message: usedUp } };
  const overrides = overridesOf(slice, module, integration.providerId);
  return module.unreachable({ slice, member, template, overrides, entry });
}

function byTemplate(candidates: readonly Candidate[]): Candidate[][] {
  const groups = new Map<MessageTemplate, Candidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.template);
    if (group) group.push(candidate);
    else groups.set(candidate.template, [candidate]);
  }
  return [...groups.values()];
}

function render(slice: Slice, channel: Channel, group: readonly Candidate[]) {
  const { payload } = slice.event;
  const { tenant, actor, branding } = slice.context;
  const [first] = group;
  if (!first) return [];
  return slice.deps.renderer.renderMessages({
    channel,
    template: first.template,
    shared: { payload, tenant, actor, branding },
    members: group.map(({ member }) => ({ subscriber: member.subscriber ?? {}, step: member.digest ?? undefined })),
    environmentId: slice.event.environmentId,
  });
}

/** Everything that is decided for one member; a destination that fails does not keep the others back. */
interface Decision {
  messages: StepMessage[];
  deliveries: StepDelivery[];
  details: StepDetail[];
  /** Of destinations that failed. */
  problems: DetailText[];
  /** The provider of the first message that is sent. */
  providerId: string | undefined;
}

const decisionOf = (details: readonly StepDetail[]): Decision => ({
  messages: [],
  deliveries: [],
  details: [...details],
  problems: [],
  providerId: undefined,
});

function conclude(
  slice: Slice,
  module: ChannelModule,
  { member, template, destinations, details, bridged }: Candidate,
  rendered: RenderedMessage | { error: string },
): StepOutcome {
  const decision = decisionOf(details);
  if ("error" in rendered) {
    // Rendered once for all destinations, and so it fails once.
    const problem = { problem: DETAILS.contentNotGenerated, raw: { error: rendered.error } };
    addFailure(decision, module, module.entries ? undefined : destinations[0], withMessage(module, problem));
    return outcomeOf(decision);
  }
  for (const destination of destinations) {
    const { integration, entry } = destination;
    const providerId = "none" in integration ? "" : integration.providerId;
    const overrides = overridesOf(slice, module, providerId, bridged?.providers);
    const input = { slice, member, template, overrides, entry, isBridged: bridged !== undefined };
    const composed = module.compose(input, rendered);
    if ("problem" in composed) {
      addFailure(decision, module, destination, withMessage(module, composed));
      continue;
    }
    const problem = module.checksFirst ? undefined : unsendable(slice, module, { member, template }, destination);
    if (problem) addFailure(decision, module, destination, problem);
    else addMessage(decision, module, integration, withPassthrough(composed, bridged?.providers[providerId]));
  }
  return outcomeOf(decision, module.entries);
}

/** Adds the message that is stored, on every channel, when nothing can be rendered. */
const withMessage = ({ errorId }: ChannelModule, { problem, raw, message }: Problem): Problem => {
  const hasReason = typeof raw === "object" && raw !== null && "error" in raw;
  const errorText = hasReason ? String(raw.error) : DETAILS.contentNotGenerated;
  return { problem, raw, message: message ?? { status: "error", errorId, errorText } };
};

function addFailure(
  decision: Decision,
  { channel }: ChannelModule,
  destination: Destination | undefined,
  { problem, raw, message }: Problem,
): void {
  const { messages, details, problems } = decision;
  const { integration = { none: undefined }, entry } = destination ?? {};
  const providerId = "none" in integration ? entry?.providerId : integration.providerId;
  problems.push(problem);
  details.push({
    detail: problem,
    status: "Failed",
    raw,
    ...(entry && { providerId }),
    ...(message && { message: messages.length }),
  });
  if (message) messages.push({ channel, providerId, ...message });
}

/** Additions of the step's code to the provider's request; they are stored with what is sent. */
const withPassthrough = ({ stored, requests }: Composed, ofCode: Readonly<Record<string, unknown>> = {}): Composed => {
  const { _passthrough: passthrough } = ofCode;
  return { stored, requests: passthrough ? requests.map((request) => ({ ...request, passthrough })) : requests };
};

function addMessage(
  decision: Decision,
  { channel, entries }: ChannelModule,
  integration: Destination["integration"],
  { stored, requests }: Composed,
): void {
  if ("none" in integration) throw new Error("A message without an integration was composed");
  const { messages, deliveries, details } = decision;
  const { id: integrationId, providerId, summary } = integration;
  const message = messages.length;
  decision.providerId ??= providerId;
  messages.push({ channel, providerId, status: "sent", ...stored });
  if (requests.length === 0) {
    details.push(
      { detail: DETAILS.messageCreated, status: "Pending", providerId, message },
      { detail: DETAILS.messageSent, status: "Success", providerId, message },
    );
    return;
  }
  for (const request of requests) {
    deliveries.push({ channel, integrationId, providerId, request: storableJson(request), message });
  }
  details.push(
    { detail: DETAILS.integrationSelected, status: "Pending", providerId, raw: summary },
    {
      detail: entries?.deviceTokenOf ? `${DETAILS.messageCreated}: ${providerId}` : DETAILS.messageCreated,
      status: "Pending",
      providerId,
      message,
      raw: { subject: stored.subject, title: stored.title, ...contentForDetail(stored) },
    },
  );
}

function outcomeOf(decision: Decision, entries?: ChannelModule["entries"]): StepOutcome {
  const { messages, deliveries, details, problems, providerId } = decision;
  if (providerId !== undefined && deliveries.length > 0) {
    const completion = entries?.completion ?? "all_sent";
    const isFailed = completion === "all_sent" && problems.length > 0;
    return { kind: "sending", providerId, messages, deliveries, completion: isFailed ? "never" : completion, details };
  }
  const ended = { kind: "ended", started: true, messages, providerId } as const;
  if (providerId !== undefined) return { ...ended, status: "completed", details };
  const last = entriesProblems(entries, problems);
  const failed = last.map((detail): StepDetail => ({ detail, status: "Failed" }));
  const error = last.at(-1) ?? problems[0] ?? DETAILS.notProcessed;
  return { ...ended, status: "failed", error, details: [...details, ...failed] };
}

/** Details by which a job of entries ends when nothing of it can be sent. */
function entriesProblems(entries: ChannelModule["entries"], problems: readonly DetailText[]): readonly DetailText[] {
  if (!entries) return [];
  return problems.length === 0 ? entries.missing : [entries.failed];
}

function contentForDetail({ content, blocks }: Composed["stored"]): object {
  const length = content?.length ?? JSON.stringify(blocks ?? "").length;
  return length > DETAIL_CONTENT_MAX ? { contentLength: length } : { content: content ?? blocks };
}
