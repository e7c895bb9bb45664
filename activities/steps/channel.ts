import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import type { LayoutContent } from "#db/queries/layouts/layout-contents.ts";
import { storableJson } from "#db/storable.ts";
import type { Failover, FailoverOption } from "#domain/failover.ts";
import { providerOverrides } from "#domain/overrides.ts";
import { type ChannelModule, type Composed, isProblem, overridesOf, type Problem } from "../channels/channel.ts";
import { channelModule } from "../channels/index.ts";
import type { RenderedMessage } from "../rendering/render-message.ts";
import { bridgedMessage } from "../slice/bridge-steps.ts";
import { chooseIntegration, type Destination, entriesOf } from "../slice/choose-integration.ts";
import { chooseLayout } from "../slice/choose-layout.ts";
import { replyAddress, stepVariables } from "../slice/reply-address.ts";
import type { Member, Slice } from "../slice/slice.ts";
import { chooseVariant, conditionsFailed, type StepDetail, stepApplies } from "../slice/step-conditions.ts";
import { resultsOf } from "../slice/step-results.ts";
import { holdForHours } from "./outside-hours.ts";
import type { StepBatch, StepDelivery, StepMessage, StepModule, StepOutcome } from "./step-type.ts";

/** Longest content that is repeated in an execution detail; the message has the whole. */
const DETAIL_CONTENT_MAX = 4_000;

/** Sends messages on a channel: the order of decisions is engine.md 2.4 and, per channel, 7.4 to 7.8. */
export const channelStep: StepModule = {
  types: CHANNELS,

  async start(batch) {
    const { slice, step, members } = batch;
    const outcomes = new Map<Member, StepOutcome>();
    const candidates: Candidate[] = [];
    const applying: Member[] = [];
    for (const member of members) {
      const applicability = await stepApplies(slice, member, step);
      if (applicability.applies) applying.push(member);
      else outcomes.set(member, { kind: "ended", started: false, ...applicability });
    }
    const { held, details } = await holdForHours({ ...batch, members: applying });
    for (const [member, outcome] of held) outcomes.set(member, outcome);
    const module = channelModule(channelOf(step.type));
    const destinationsOf = await destinationsIn(slice, module);
    const probing = createProbing();
    const finish = async (candidate: Candidate, result: Rendered): Promise<void> => {
      const outcome = await conclude(slice, step, module, candidate, result);
      const probed = outcome.kind === "sending" && (await probing.take(candidate));
      outcomes.set(candidate.member, probed ? await conclude(slice, step, module, probed, result) : outcome);
    };
    for (const member of applying) {
      if (held.has(member)) continue;
      const first = details.get(member);
      const candidate = await prepare(slice, step, member, module, destinationsOf(member), first ? [first] : []);
      if ("kind" in candidate) outcomes.set(member, candidate);
      else if (candidate.bridged) await finish(candidate, candidate.bridged.message);
      else candidates.push(candidate);
    }
    for (const group of byTemplate(candidates)) {
      const layout = await layoutOf(slice, step, group);
      const rendered = isProblem(layout) ? [] : await render(slice, step, module.channel, group, layout);
      for (const [index, candidate] of group.entries()) {
        const result = isProblem(layout) ? layout : (rendered[index] ?? { error: "The renderer gave no result" });
        await finish(candidate, result);
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
      if (unsent.length > 0 && unsent.every(({ error }) => error?.message === DETAILS.expired)) {
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

/** The content of a message, or why there is none. */
type Rendered = RenderedMessage | { error: string } | Problem;

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
  if (entries) return (member) => entriesOf(slice, channel, member.entries, entries);
  const all = [{ integration: await chooseIntegration(slice, channel) }];
  return () => all;
}

/** Lets the first message of a slice try an integration that has failed before, when that is due. */
function createProbing() {
  let isAsked = false;
  return {
    /** The candidate, with the integration that its message is to try. */
    async take(candidate: Candidate): Promise<Candidate | undefined> {
      const [destination] = candidate.destinations;
      if (isAsked || !destination || "none" in destination.integration || !destination.integration.probe)
        return undefined;
      isAsked = true;
      const integration = await destination.integration.probe();
      return integration && { ...candidate, destinations: [{ ...destination, integration }] };
    },
  };
}

async function prepare(
  slice: Slice,
  step: StepBatch["step"],
  member: Member,
  module: ChannelModule,
  destinations: readonly Destination[],
  first: readonly StepDetail[],
): Promise<Candidate | StepOutcome> {
  const details: StepDetail[] = slice.context.tenant
    ? [...first, { detail: DETAILS.tenantSelected, status: "Pending", raw: slice.context.tenant }]
    : [...first];
  const [destination] = destinations;
  if (module.checksFirst && destination) {
    const problem = await unsendable(slice, step, module, { member, template: step.template }, destination);
    if (problem) {
      const decision = decisionOf(details);
      addFailure(decision, module, destination, problem);
      return outcomeOf(decision);
    }
  }
  const reply = replyAddress(slice, step, member);
  if (reply && "gap" in reply) details.push({ detail: reply.gap, status: "Warning" });
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
async function unsendable(
  slice: Slice,
  step: StepBatch["step"],
  module: ChannelModule,
  { member, template }: Pick<Candidate, "member" | "template">,
  { integration, entry }: Destination,
): Promise<Problem | undefined> {
  if ("none" in integration) return { problem: DETAILS.noIntegration, raw: integration.none };
  const overrides = overridesOf(slice, step, module, integration.providerId);
  const unreachable = module.unreachable({ slice, step, member, template, overrides, entry });
  // The limit comes first, and whoever has no address uses nothing of it: engine.md 7.5.
  const usedUp = await integration.limit(unreachable ? undefined : jobIdOf(member.runId, step.stepId));
  return usedUp === undefined ? unreachable : { problem: DETAILS.providerLimit, raw: { message: usedUp } };
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

/** All members of a group have the same template, and so the same layout. */
async function layoutOf(slice: Slice, step: StepBatch["step"], [first]: readonly Candidate[]) {
  return first && chooseLayout(slice, step, first.template);
}

function render(
  slice: Slice,
  step: StepBatch["step"],
  channel: Channel,
  group: readonly Candidate[],
  layout: LayoutContent | undefined,
) {
  const { payload } = slice.event;
  const { tenant, actor, branding } = slice.context;
  const [first] = group;
  if (!first) return [];
  return slice.deps.renderer.renderMessages({
    channel,
    template: first.template,
    layout,
    shared: { payload, tenant, actor, branding },
    members: group.map(({ member }) => ({
      subscriber: member.subscriber ?? {},
      step: stepVariables(slice, step, member),
      steps: resultsOf(slice, member),
    })),
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

async function conclude(
  slice: Slice,
  step: StepBatch["step"],
  module: ChannelModule,
  { member, template, destinations, details, bridged }: Candidate,
  rendered: Rendered,
): Promise<StepOutcome> {
  const decision = decisionOf(details);
  if ("problem" in rendered) {
    addFailure(decision, module, destinations[0], withMessage(module, rendered));
    return outcomeOf(decision);
  }
  if ("error" in rendered) {
    // Rendered once for all destinations, and so it fails once.
    const problem = { problem: DETAILS.contentNotGenerated, raw: { error: rendered.error } };
    addFailure(decision, module, module.entries ? undefined : destinations[0], withMessage(module, problem));
    return outcomeOf(decision);
  }
  const composing = { slice, step, module, member, template, bridged, rendered };
  for (const destination of destinations) {
    const { integration, entry } = destination;
    const providerId = "none" in integration ? "" : integration.providerId;
    const overrides = overridesOf(slice, step, module, providerId, bridged?.providers);
    const input = { slice, step, member, template, overrides, entry, isBridged: bridged !== undefined };
    const composed = module.compose(input, rendered);
    if ("problem" in composed) {
      addFailure(decision, module, destination, withMessage(module, composed));
      continue;
    }
    const problem = module.checksFirst
      ? undefined
      : await unsendable(slice, step, module, { member, template }, destination);
    if (problem) addFailure(decision, module, destination, problem);
    else addMessage(decision, module, integration, composed, failoverOf(composing, destination, composed.requests));
  }
  return outcomeOf(decision, module.entries);
}

/** How a message goes on should its integration not be able to send it; each one's own overrides count for it. */
function failoverOf(
  { slice, step, module, member, template, bridged, rendered }: Composing,
  { integration }: Destination,
  [request, another]: readonly Record<string, unknown>[],
): Failover | null {
  if ("none" in integration || integration.others.length === 0 || !request || another) return null;
  const all = [integration, ...integration.others];
  const hasOwn = all.some(
    ({ providerId }) =>
      bridged?.providers[providerId] !== undefined ||
      Object.keys(providerOverrides(slice.event.overrides, step, providerId)).length > 0,
  );
  const options = all.flatMap((one): FailoverOption[] => {
    const option = { integrationId: one.id, providerId: one.providerId, attempts: 0 };
    if (!hasOwn) return [option];
    if (one === integration) return [{ ...option, request }];
    const overrides = overridesOf(slice, step, module, one.providerId, bridged?.providers);
    const input = { slice, step, member, template, overrides, isBridged: bridged !== undefined };
    const composed = module.unreachable(input) ? undefined : module.compose(input, rendered);
    const own = composed && "requests" in composed ? composed.requests[0] : undefined;
    return own ? [{ ...option, request: own }] : [];
  });
  return { options, ...(integration.isProbe && { isProbe: true }) };
}

/** A message that is being made of what was rendered. */
interface Composing {
  slice: Slice;
  step: StepBatch["step"];
  module: ChannelModule;
  member: Member;
  template: MessageTemplate;
  bridged: Candidate["bridged"];
  rendered: RenderedMessage;
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

function addMessage(
  decision: Decision,
  { channel, entries }: ChannelModule,
  integration: Destination["integration"],
  { stored, requests }: Composed,
  failover: Failover | null,
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
    deliveries.push({ channel, integrationId, providerId, request: storableJson(request), message, failover });
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
