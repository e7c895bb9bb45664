import { randomUUID } from "node:crypto";
import { digestVariables } from "#activities/run/digest-variables.ts";
import { maskedEnvironment } from "#activities/run/environment-values.ts";
import { resultsOf } from "#activities/run/step-results.ts";
import { subscriberView, tenantView } from "#activities/run/template-views.ts";
import { EXAMPLE_PERSON } from "#contract/constants/example-person.ts";
import type { PreviewData } from "#contract/workflows/step-preview.ts";
import type { Database } from "#db/client.ts";
import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import { readContextData } from "#db/queries/events/contexts/read-contexts.ts";
import { getSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { getTenant, type TenantRow } from "#db/queries/tenants/manage-tenants.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import { type ContextView, contextViews, namedContexts } from "#domain/contexts.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";

interface PreviewVariables {
  subscriber: PlainObject;
  tenant: object | undefined;
  actor: PlainObject | undefined;
  context: Readonly<Record<string, ContextView>> | null;
  payload: PlainObject;
  /** The events of the digest before the step; undefined without one. */
  step: StepVariables | undefined;
  steps: PlainObject | undefined;
  /** Variables of the environment, masked where they are secret. */
  env: Readonly<Record<string, string>> | null;
}

/** The environment, the step among those of its workflow, and the data. */
export type PreviewInput = [scope: Scope, at: { steps: readonly StepRow[]; step: StepRow }, data: PreviewData];

const BETWEEN_EVENTS_MS = 60_000;

/**
 * Returns the variables of a step for the data of an event that is not sent, as those of a run. Throws `not_found` for a subscriber, an
 * actor or a tenant that is not there.
 */
export async function previewVariables(
  db: Database,
  ...[scope, { steps, step }, data]: PreviewInput
): Promise<PreviewVariables> {
  const { subscriberId, locale, timezone, tenant, actor, payload = {}, digestEvents = [] } = data;
  const contexts = namedContexts(data.context);
  const [subscriber, found, acting, env, stored] = await Promise.all([
    subscriberId === undefined ? undefined : getSubscriber(db, scope, subscriberId),
    tenant === undefined ? undefined : getTenant(db, scope, tenant),
    actor === undefined ? undefined : getSubscriber(db, scope, actor),
    maskedEnvironment(db, scope),
    readContextData(db, scope, contexts),
  ]);
  const position = steps.indexOf(step);
  const digest = steps.slice(0, position).some(({ type }) => type === "digest") ? eventsOf(digestEvents) : undefined;
  const variables = digest && digest.total > 0 ? digestVariables(digest) : undefined;
  const results = resultsOf(
    { steps },
    {
      results: new Map(),
      digest: variables ?? null,
      digestTimes: digest ?? null,
      position,
      previousMessages: new Map(),
    },
  );
  return {
    env,
    subscriber: {
      ...(subscriber ? viewOf(subscriber) : EXAMPLE_PERSON),
      ...(locale !== undefined && { locale }),
      ...(timezone !== undefined && { timezone }),
    },
    tenant: found && tenantViewOf(found),
    actor: acting && viewOf(acting),
    context: contextViews(contexts, stored),
    payload,
    step: variables,
    steps: results,
  };
}

/** Events as a digest reads them that has just ended: the last one was triggered now. */
function eventsOf(events: Record<string, unknown>[]): DigestEvents {
  const now = Date.now();
  const at = (index: number) => new Date(now - (events.length - 1 - index) * BETWEEN_EVENTS_MS);
  return {
    events,
    total: events.length,
    sources: events.map((_, index) => ({ runId: randomUUID(), at: at(index).toISOString() })),
    triggeredAt: new Date(now),
    validUntil: null,
  };
}

/** Moments of rows are dates here, and texts where runs read them. */
const viewOf = ({ lastOnlineAt, ...row }: SubscriberRow): PlainObject => ({
  ...subscriberView({ ...row, lastOnlineAt: lastOnlineAt?.toISOString() ?? null }),
});

const tenantViewOf = ({ id, identifier, name, data, createdAt, updatedAt }: TenantRow) =>
  tenantView({
    id,
    identifier,
    name,
    data,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
