import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { storableJson } from "#db/storable.ts";
import { type ChannelModule, type Composed, overridesOf, type Problem } from "../channels/channel.ts";
import { channelModule } from "../channels/index.ts";
import type { RenderedMessage } from "../rendering/render-message.ts";
import { type ChosenIntegration, chooseIntegration } from "../slice/choose-integration.ts";
import type { Member, Slice } from "../slice/slice.ts";
import { evaluateConditions, type StepDetail, stepApplies } from "../slice/step-conditions.ts";
import type { StepBatch, StepMessage, StepModule, StepOutcome } from "./step-type.ts";

/** Longest content that is repeated in an execution detail; the message has the whole. */
const DETAIL_CONTENT_MAX = 4_000;

/** Sends messages on a channel: the order of decisions is engine.md 2.4 and, per channel, 7.4 to 7.8. */
export const channelStep: StepModule = {
  types: CHANNELS,

  async start({ slice, step, members }) {
    const outcomes = new Map<Member, StepOutcome>();
    const candidates: Candidate[] = [];
    const integration = await chooseIntegration(slice, channelOf(step.type));
    const module = channelModule(channelOf(step.type));
    for (const member of members) {
      const candidate = await prepare(slice, step, member, module, integration);
      if ("kind" in candidate) outcomes.set(member, candidate);
      else candidates.push(candidate);
    }
    for (const group of byTemplate(candidates)) {
      const rendered = await render(slice, module.channel, group);
      for (const [index, candidate] of group.entries()) {
        const result = rendered[index] ?? { error: "The renderer gave no result" };
        outcomes.set(candidate.member, conclude(slice, module, candidate, result, integration));
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  /** A run whose deliveries are through: any that failed fails the job, and has said why in a detail of its own. */
  async resume({ step, members }) {
    return members.map((member): StepOutcome => {
      const jobId = jobIdOf(member.runId, step.stepId);
      const own = member.deliveries.filter((delivery) => delivery.jobId === jobId);
      if (own.some(({ state }) => state === "open")) return { kind: "open" };
      const failed = own.find(({ state }) => state !== "sent");
      return failed
        ? {
            kind: "ended",
            status: "failed",
            started: true,
            details: [],
            error: failed.error?.message ?? DETAILS.providerError,
          }
        : { kind: "ended", status: "completed", started: true, details: [] };
    });
  },
};

/** A member to which the step applies, with the template that it gets. */
interface Candidate {
  member: Member;
  template: MessageTemplate;
  details: StepDetail[];
}

type Integration = ChosenIntegration | { none: unknown };

function channelOf(type: string): Channel {
  if (isChannel(type)) return type;
  throw new Error(`Step of type ${type} sends no message`);
}

async function prepare(
  slice: Slice,
  step: StepBatch["step"],
  member: Member,
  module: ChannelModule<Channel>,
  integration: Integration,
): Promise<Candidate | StepOutcome> {
  const applicability = await stepApplies(slice, member, step);
  if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
  const details: StepDetail[] = slice.context.tenant
    ? [{ detail: DETAILS.tenantSelected, status: "Pending", raw: slice.context.tenant }]
    : [];
  if (module.checksFirst) {
    const problem = unsendable(slice, module, { member, template: step.template, details }, integration);
    if (problem) return problem;
  }
  return { member, ...(await chooseTemplate(slice, member, step, details)) };
}

/** The first active variant whose conditions pass, else the step's own template: engine.md 3.6. */
async function chooseTemplate(slice: Slice, member: Member, step: StepBatch["step"], details: StepDetail[]) {
  for (const variant of step.variants) {
    if (!variant.active || variant.filters.length === 0) continue;
    const { passed, conditions } = await evaluateConditions(slice, member, variant.filters);
    if (!passed) continue;
    const chosen: StepDetail = { detail: DETAILS.variantChosen, status: "Pending", raw: { conditions } };
    return { template: variant.template, details: [...details, chosen] };
  }
  return { template: step.template, details };
}

/** The outcome for a member that cannot be sent to: no integration, one that is used up, or no address. */
function unsendable(
  slice: Slice,
  module: ChannelModule<Channel>,
  { member, template, details }: Candidate,
  integration: Integration,
): StepOutcome | undefined {
  const fail = ({ problem, raw, message }: Problem, providerId?: string): StepOutcome => ({
    kind: "ended",
    status: "failed",
    started: true,
    error: problem,
    details: [...details, { detail: problem, status: "Failed", raw, ...(message && { message: 0 }) }],
    ...(message && { messages: [{ channel: module.channel, providerId, ...message }] }),
  });
  if ("none" in integration) return fail({ problem: DETAILS.noIntegration, raw: integration.none });
  const usedUp = integration.takeOne();
  if (usedUp !== undefined) return fail({ problem: DETAILS.providerLimit, raw: { message: usedUp } });
  const overrides = overridesOf(slice, module.channel, integration.providerId);
  const unreachable = module.unreachable({ slice, member, template, overrides });
  return unreachable && fail(unreachable, integration.providerId);
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
    members: group.map(({ member }) => ({ subscriber: member.subscriber ?? {} })),
    environmentId: slice.event.environmentId,
  });
}

function conclude(
  slice: Slice,
  module: ChannelModule<Channel>,
  candidate: Candidate,
  rendered: RenderedMessage | { error: string },
  integration: Integration,
): StepOutcome {
  const { member, template, details } = candidate;
  const { channel } = module;
  const providerId = "none" in integration ? undefined : integration.providerId;
  const fail = ({ problem, raw, message }: Problem): StepOutcome => ({
    kind: "ended",
    status: "failed",
    started: true,
    error: problem,
    details: [...details, { detail: problem, status: "Failed", raw, message: 0 }],
    messages: [{ channel, providerId, ...(message ?? errorMessage(module, raw)) }],
  });
  if ("error" in rendered) return fail({ problem: DETAILS.contentNotGenerated, raw: { error: rendered.error } });
  const overrides = overridesOf(slice, channel, providerId ?? "");
  const composed = module.compose({ slice, member, template, overrides }, rendered);
  if (!Array.isArray(composed)) return fail(composed);
  if (!module.checksFirst) {
    const problem = unsendable(slice, module, candidate, integration);
    if (problem) return problem;
  }
  if ("none" in integration) throw new Error("A message without an integration was composed");
  return sending(module, integration, composed, details);
}

function errorMessage({ errorId }: ChannelModule<Channel>, raw: unknown) {
  const text =
    typeof raw === "object" && raw !== null && "error" in raw ? String(raw.error) : DETAILS.contentNotGenerated;
  return { status: "error", errorId, errorText: text } as const;
}

function sending(
  { channel }: ChannelModule<Channel>,
  { id: integrationId, providerId, summary }: ChosenIntegration,
  composed: readonly Composed[],
  details: readonly StepDetail[],
): StepOutcome {
  const messages = composed.map(({ stored }): StepMessage => ({ channel, providerId, status: "sent", ...stored }));
  const deliveries = composed.flatMap(({ request }, message) =>
    request ? [{ channel, integrationId, providerId, request: storableJson(request), message }] : [],
  );
  if (deliveries.length === 0) {
    return {
      kind: "ended",
      status: "completed",
      started: true,
      providerId,
      messages,
      details: [
        ...details,
        { detail: DETAILS.messageCreated, status: "Pending", providerId, message: 0 },
        { detail: DETAILS.messageSent, status: "Success", providerId, message: 0 },
      ],
    };
  }
  return {
    kind: "sending",
    providerId,
    messages,
    deliveries,
    details: [
      ...details,
      { detail: DETAILS.integrationSelected, status: "Pending", providerId, raw: summary },
      ...composed.map(
        ({ stored }, message): StepDetail => ({
          detail: DETAILS.messageCreated,
          status: "Pending",
          providerId,
          message,
          raw: { subject: stored.subject, ...contentForDetail(stored) },
        }),
      ),
    ],
  };
}

function contentForDetail({ content, blocks }: Composed["stored"]): object {
  const length = content?.length ?? JSON.stringify(blocks ?? "").length;
  return length > DETAIL_CONTENT_MAX ? { contentLength: length } : { content: content ?? blocks };
}
