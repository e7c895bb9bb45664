import { randomUUID } from "node:crypto";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { DeliveryWrite } from "#db/queries/runs/slice-write.ts";
import { type Priority, priorityOf } from "#domain/lanes/priorities.ts";
import type { Member } from "../run/member.ts";
import { within } from "../run/within.ts";
import type { StoringSlice } from "./event-in-progress.ts";

/** Sends up to this many are tried at once, beside the workflow; more go through the task queue. */
export const SENT_BESIDE = 20;
const SENT_BESIDE_BYTES = 1_000_000;
/** How long they are awaited before the task queue takes over. */
const BESIDE_MS = 2_000;

/**
 * Leases what the members decided to send, when it can be sent from memory: at once for a few members, and for more when
 * the dispatcher has room. The rest is read back by the task queue's activities. Returns the leases' owner.
 */
export function leaseForSending(
  { deps, event, context }: StoringSlice,
  members: readonly Member[],
  isSmall: boolean,
): string | null {
  const deliveries = members.flatMap(({ write }) => write.deliveries);
  if (deliveries.length === 0) return null;
  if (isSmall && (deliveries.length > SENT_BESIDE || sizeOf(deliveries) > SENT_BESIDE_BYTES)) return null;
  if (!deps.dispatcher.takesFromSlice(deliveries, { priority: priorityIn(event, context), isSmall })) return null;
  const owner = randomUUID();
  // Rendering has taken its time since the slice was read.
  const until = new Date(deps.clock().getTime() + deps.durations.deliveryLease);
  for (const delivery of deliveries) {
    delivery.leaseOwner = owner;
    delivery.dueAt = until;
  }
  return owner;
}

/**
 * Sends what was leased with the members. A few are awaited for as long as the task queue need not take over; of more,
 * nothing is known yet when this settles.
 */
export async function sendLeased(
  { deps, event, context, now }: StoringSlice,
  cohort: CohortRow,
  members: readonly Member[],
  { owner, isSmall }: { owner: string; isSmall: boolean },
): Promise<(string | null)[]> {
  // A member whose data Postgres refused has been decided anew, without a lease.
  const own = members.flatMap(({ write }) => write.deliveries.filter(({ leaseOwner }) => leaseOwner === owner));
  const priority = priorityIn(event, context);
  const deliveries = own.map((delivery) => leased(event, cohort, { owner, now, priority }, delivery));
  const leave = isSmall ? deps.dispatcher.attend(cohort.id) : () => {};
  const testRevision = context.testDelivery?.revision ?? null;
  const known = context.integrations.map((integration) => ({ ...integration, testRevision }));
  const states = deps.dispatcher.send(deliveries, known);
  if (isSmall) return awaited(states, deliveries.length).finally(leave);
  // The leases of what is not sent end by themselves.
  states.catch((err: unknown) => deps.logger.warn({ err }, "deliveries were not sent from memory"));
  return deliveries.map(() => null);
}

const sizeOf = (deliveries: readonly DeliveryWrite[]): number =>
  deliveries.reduce((sum, { request }) => sum + request.length, 0);

const priorityIn = ({ audience }: StoringSlice["event"], { workflow }: StoringSlice["context"]): Priority =>
  priorityOf({ audience, critical: workflow.critical });

function leased(
  event: EventRow,
  cohort: CohortRow,
  { owner, now, priority }: { owner: string; now: Date; priority: Priority },
  delivery: DeliveryWrite,
): LeasedDelivery {
  const { organizationId, environmentId, transactionId, expireAt } = event;
  const { request, dueAt: leasedUntil, leaseOwner: _owner, ...rest } = delivery;
  const own = { eventId: event.id, organizationId, environmentId, transactionId, expireAt, cohortId: cohort.id };
  const parsed = { request: asRequest(parseExactJson(request)), bytes: request.length };
  return {
    ...rest,
    ...own,
    ...parsed,
    validUntil: delivery.validUntil ?? null,
    owner,
    leasedUntil,
    firstLeasedAt: now,
    attempt: 0,
    isBound: false,
    isNoted: false,
    priority,
  };
}

/** The channel's module made the request: it is an object. */
const asRequest = (request: unknown) => request as Record<string, unknown>;

/** The states that are known in time; null for each of the others. The sends go on. */
async function awaited<T>(states: Promise<(T | null)[]>, count: number): Promise<(T | null)[]> {
  const result = await within(BESIDE_MS, states);
  if (result !== undefined) return result;
  // Should it fail later, the leases end by themselves.
  states.catch(() => {});
  return Array.from({ length: count }, () => null);
}
