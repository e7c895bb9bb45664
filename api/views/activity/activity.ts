import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { isNotBegun } from "#contract/constants/statuses.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { type ActivityRow, stepTypes } from "#db/queries/activity/activity.ts";
import { reasonOf } from "#domain/steps/step-reason.ts";
import { sizeOf } from "#domain/values/data-size.ts";
import { requestMasked } from "#domain/values/request-secrets.ts";
import { datedFields, ownedFields, withoutNulls } from "../fields.ts";
import { jobDetailView } from "./execution-details.ts";

interface ViewOptions {
  /** The run's execution in the Temporal UI, where one is configured. */
  engineUrl: string | undefined;
  /** Whether steps come with what their templates say and what a dry run has rendered, or only with what kind they are. */
  templates: boolean;
}

/** Largest payload with overrides that each job repeats, roughly in characters of JSON text. */
const JOB_CONTENT_MAX = 10_000;

/** A run with its jobs. */
export function activityView(row: ActivityRow, { engineUrl, templates }: ViewOptions): Activity {
  const { run, version, subscriber, workflow, content } = row;
  const shared = sharedByJobs(row);
  return {
    ...ownedFields(run),
    _templateId: run.workflowId,
    _subscriberId: run.subscriberId,
    ...(run.digestedRunId && { _digestedNotificationId: run.digestedRunId }),
    transactionId: run.transactionId,
    source: run.source,
    channels: stepTypes(version),
    ...(subscriber && { to: { subscriberId: subscriber.subscriberId } }),
    ...(content && { payload: content.payload, overrides: content.overrides }),
    ...(content?.contextKeys && { contextKeys: content.contextKeys }),
    ...(row.event?.testMode && { testMode: row.event.testMode }),
    ...(run.handled && { handled: run.handled }),
    tags: workflow?.tags ?? [],
    version: version.version.number,
    ...(engineUrl && { engineUrl }),
    ...(subscriber && { subscriber: subscriberView(subscriber) }),
    ...(workflow && {
      template: {
        _id: workflow.id,
        name: workflow.name,
        triggers: [{ type: "event" as const, identifier: workflow.identifier, ...version.version.variables }],
      },
    }),
    jobs: row.jobs.map((job) => ({ ...jobView(job, row, templates), ...shared })),
    expireAt: run.expireAt.toISOString(),
    ...datedFields({ createdAt: run.createdAt, updatedAt: run.createdAt }),
  };
}

const subscriberView = ({
  id,
  subscriberId,
  firstName,
  lastName,
  email,
  phone,
}: NonNullable<ActivityRow["subscriber"]>) => ({
  _id: id,
  subscriberId,
  ...withoutNulls({ firstName, lastName, email, phone }),
});

/** The fields of the event that each job of a run repeats. */
function sharedByJobs({ subscriber, content }: ActivityRow): Partial<ActivityJob> {
  const { payload, overrides, tenant, actor, contextKeys } = content ?? {};
  const isSmall = sizeOf({ payload, overrides }, JOB_CONTENT_MAX) <= JOB_CONTENT_MAX;
  return {
    ...(isSmall && payload && overrides && { payload, overrides }),
    ...(subscriber && { to: { subscriberId: subscriber.subscriberId } }),
    ...(tenant && { tenant: { identifier: tenant.identifier } }),
    ...(contextKeys && { contextKeys }),
    ...(actor && { actorId: actor.subscriberId }),
  };
}

function jobView(job: ActivityRow["jobs"][number], row: ActivityRow, templates: boolean): ActivityJob {
  const changedAt = job.finishedAt ?? job.startedAt ?? job.queuedAt ?? job.createdAt;
  const details = row.details.filter(({ jobId }) => jobId === job.id);
  const status = row.event?.canceledAt && isNotBegun(job.status) ? "canceled" : job.status;
  return {
    _id: job.id,
    id: job.id,
    type: job.type,
    status,
    step: stepView(job, row, templates),
    ...withoutNulls({
      providerId: job.providerId,
      dueAt: job.dueAt?.toISOString(),
      startedAt: job.startedAt?.toISOString(),
      finishedAt: job.finishedAt?.toISOString(),
      error: job.error,
      digest: digestView(job, row),
      stepOutput: job.type === "custom" ? job.output : null,
      _mergedDigestId:
        job.type === "digest" && job.status === "merged" && row.run.digestedRunId !== null
          ? jobIdOf(row.run.digestedRunId, job.stepId)
          : null,
    }),
    ...(isEnded(status) && { reason: reasonOf({ type: job.type, status, error: job.error?.message, details }) }),
    executionDetails: details.map((detail) => jobDetailView(templates ? detail : withoutContent(detail))),
    ...datedFields({ createdAt: job.createdAt, updatedAt: changedAt }),
  };
}

/** Leaves out what a dry run has rendered: a list would have it a hundred times. */
function withoutContent(detail: ActivityRow["details"][number]): ActivityRow["details"][number] {
  if (detail.detail !== DETAILS.wouldBeSent || detail.raw === null) return detail;
  const { content: _content, ...rest } = Object(parseExactJson(detail.raw));
  return { ...detail, raw: JSON.stringify(rest) };
}

const isEnded = (status: JobStatus): boolean => !["pending", "queued", "delayed", "running"].includes(status);

/** The length of a digest, the payloads that it collected, and the events that were cancelled meanwhile. */
function digestView(
  { type, stepId, output }: ActivityRow["jobs"][number],
  { version, digests, canceledOfDigests }: ActivityRow,
): Record<string, unknown> | null {
  if (type !== "digest") return null;
  const step = version.steps.find((one) => one.stepId === stepId);
  const canceledEvents = canceledOfDigests.get(stepId) ?? [];
  return {
    ...step?.metadata,
    ...output,
    events: digests.get(stepId) ?? [],
    ...(canceledEvents.length > 0 && { canceledEvents }),
  };
}

/** The step as the run's version has it; each step names the active one before it as its parent. */
function stepView(
  { stepId }: ActivityRow["jobs"][number],
  { version }: ActivityRow,
  templates: boolean,
): ActivityJob["step"] {
  const walked = version.steps.filter(({ active }) => active);
  const index = walked.findIndex((step) => step.stepId === stepId);
  const step = walked[index];
  if (!step) return { _id: stepId };
  const { type, name, uuid, active, filters, metadata } = step;
  const { feedId, layoutId, ...template } = step.template;
  return {
    _id: stepId,
    id: stepId,
    _templateId: stepId,
    _parentId: walked[index - 1]?.stepId ?? null,
    ...withoutNulls({ name, uuid }),
    active,
    type: "REGULAR",
    filters,
    metadata: requestMasked(metadata),
    template: { ...(templates && template), _id: stepId, type },
  };
}
