import { createHmac } from "node:crypto";
import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { asksWebhooks } from "#domain/conditions/conditions.ts";
import type { ResolveWebhook } from "#domain/conditions/filter-parts.ts";
import { DomainError } from "#domain/errors.ts";
import { namedIn, secretsOf, withoutEchoes } from "#domain/templates/environment-values.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { webhookCondition } from "#engine/policies.ts";
import { chooseBranch, inOtherBranch } from "../run/branches.ts";
import { expiredAt } from "../run/expiry.ts";
import { wakeAfter } from "../run/holds.ts";
import type { WebhookResult } from "../run/host-results.ts";
import { webhookLeftOut } from "../run/left-out.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { chooseVariant, evaluateConditions, filtersOf, preferenceOf } from "../run/step-conditions.ts";
import type { StepOutcome } from "../run/step-type.ts";
import {
  answerOf,
  askedKey,
  type WebhookAnswers,
  WebhookFailedError,
  WebhookNotAskedError,
} from "../run/webhook-answers.ts";
import type { AheadSlice } from "./ahead-slice.ts";
import type { WebhookCall } from "./condition-webhooks.ts";
import { hostOf } from "./customer-hosts.ts";
import { signingKey } from "./signing-key.ts";

/** Members up to which a slice does not wait for slots: many such slices must not take up all activities of a worker. */
const FEW = 20;
/** How long a slice begins calls. With the time-out of the last one it bounds the time of a slice. */
const BEGIN_MS = 2_000;

/**
 * Asks the webhooks that conditions need, for members that stand at such a step: at the same time, and each only where
 * nothing cheaper decides. Takes some seconds at most, and leaves the answers in the slice. Members without a stored run are
 * left for the slice after this one, so that they become runs whatever a webhook does.
 */
export async function askWebhooks(slice: AheadSlice): Promise<void> {
  if (slice.context.canceled || slice.event.testMode?.dryRun || !slice.steps.some(stepAsksWebhooks)) return;
  const asking = slice.members.flatMap((member) => {
    const step = slice.steps[member.position];
    return step && member.revision !== null && isAsking(slice, step, member) ? [{ member, step }] : [];
  });
  if (asking.length === 0) return;
  const signature = await signatureFor(slice);
  const timing = { beginBy: performance.now() + BEGIN_MS, waits: asking.length > FEW };
  await Promise.all(
    asking.map(async ({ member, step }) => {
      const answers: WebhookAnswers = new Map();
      slice.webhooks.set(askedKey(slice, member), answers);
      const resolve: ResolveWebhook = async ({ webhookUrl }) => {
        const known = answers.get(webhookUrl);
        const result = known ?? (await ask(slice, step, member, { url: webhookUrl, signature, ...timing }));
        answers.set(webhookUrl, result);
        return answerOf(result);
      };
      // Whatever fails here fails again when the step is decided, from the same answers.
      await evaluate(slice, step, member, resolve).catch(() => {});
    }),
  );
}

/**
 * The outcome for a member that cannot be decided yet, because a webhook has to be asked first, or once more after it failed.
 * Undefined when everything is there, and when the last attempt has failed: the step then fails by its conditions.
 */
export async function webhookHold(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
): Promise<StepOutcome | undefined> {
  if (!isAsking(slice, step, member)) return undefined;
  try {
    await evaluate(slice, step, member);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookNotAskedError && slice.event.testMode?.dryRun) return webhookLeftOut(step);
    if (error instanceof WebhookNotAskedError)
      return { kind: "held", wakeAt: wakeAfter(slice, error.retryInMs), details: [] };
    if (!(error instanceof WebhookFailedError)) return undefined;
    const attempt = (member.jobs.get(position)?.error?.attempts ?? 0) + 1;
    const wait = webhookCondition.waits[attempt - 1];
    if (wait === undefined) return undefined;
    const { message } = error;
    const raw = { message, attempt };
    return {
      kind: "held",
      wakeAt: wakeAfter(slice, wait),
      failure: { message, attempts: attempt },
      details: [{ detail: DETAILS.webhookRetry, source: "Webhook", status: "Pending", isRetry: true, raw }],
    };
  }
}

/** Whether conditions of the step are about to be evaluated for the member, and some of them ask webhooks. */
function isAsking(slice: Slice, step: StepRow, member: Member): boolean {
  const { event, context } = slice;
  const { position, subscriber, jobs } = member;
  if (inOtherBranch(slice, step, member) || expiredAt(slice, member, step)) return false;
  if (!subscriber || (event.tenant && !context.tenant)) return false;
  if (jobs.get(position)?.status === "running") return false;
  return stepAsksWebhooks(step);
}

export const stepAsksWebhooks = (step: StepRow): boolean => asksWebhooks(filtersOf(step));

async function evaluate(slice: Slice, step: StepRow, member: Member, resolve?: ResolveWebhook): Promise<void> {
  const { passed } = await evaluateConditions(slice, member, step.filters, resolve);
  if (!passed || !preferenceOf(slice, member, step).enabled) return;
  await chooseVariant(slice, member, step, resolve);
  await chooseBranch(slice, member, step, resolve);
}

type Signature = { value: string } | { failed: string };

/** The id of the environment, signed with its first API key, which the receiver knows. */
async function signatureFor(slice: AheadSlice): Promise<Signature> {
  const { deps, event } = slice;
  const [first] = await listApiKeys(deps.db, event);
  const signing = signingKey(slice, first?.encryptedKey);
  if ("failed" in signing) return signing;
  return { value: createHmac("sha256", signing.key).update(event.environmentId).digest("hex") };
}

async function ask(
  { deps, event, context }: AheadSlice,
  step: StepRow,
  member: Member,
  { signature, ...call }: Pick<WebhookCall, "url" | "beginBy" | "waits"> & { signature: Signature },
): Promise<WebhookResult> {
  if ("failed" in signature) return signature;
  const { environmentId, payload } = event;
  const channel = step.type;
  const providerId = isChannel(channel)
    ? context.integrations.find((integration) => integration.channel === channel)?.providerId
    : undefined;
  const address = await renderAddress({ deps, event, context }, call.url);
  if ("failed" in address) return address;
  const { url, secrets } = address;
  const result = await deps.webhooks.ask({
    // A delay asks when it begins, and again when it ends.
    key: `${member.runId}/${step.stepId}/${member.jobs.get(member.position)?.status === "delayed"}/${call.url}`,
    ...call,
    url,
    environmentId,
    body: { subscriber: member.subscriber, payload, identifier: context.workflow.identifier, channel, providerId },
    signature: signature.value,
  });
  return "answer" in result ? { ...result, answer: withoutSecrets(result.answer, secrets) } : result;
}

/** Records show what a condition compares, which may repeat the address. */
const withoutSecrets = (answer: unknown, secrets: readonly string[]): unknown =>
  secrets.length === 0
    ? answer
    : mapLeaves({ answer }, (leaf) => (typeof leaf === "string" ? withoutEchoes(leaf, secrets) : leaf)).answer;

/** The address of a webhook with the variables of the environment in it, secret ones as well; or why there is none. */
async function renderAddress(
  { deps, event, context }: Pick<AheadSlice, "deps" | "event" | "context">,
  template: string,
): Promise<{ url: string; secrets: readonly string[] } | { failed: string }> {
  const env = context.env && namedIn(context.env, [template]);
  if (!env) return { url: template, secrets: [] };
  const { environmentId } = event;
  const render = async (values: Readonly<Record<string, string>>) =>
    (await deps.renderer.renderText(template, { env: values }, { environmentId })).trim();
  try {
    const url = await render(env.revealed);
    if (!env.hasSecrets) return { url, secrets: [] };
    // Histories name the host.
    if (hostOf(url) !== hostOf(await render(env.masked))) {
      return { failed: "webhookUrl has a secret variable in its host: name it in the path or the query" };
    }
    return { url, secrets: secretsOf(env) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { failed: `webhookUrl could not be rendered: ${error.message}` };
  }
}
