import type { SliceActor, SliceContext, SliceTenant } from "#db/queries/runs/slice-context.ts";
import type { EnvironmentValues } from "#domain/templates/environment-values.ts";

export interface SubscriberView {
  _id: string;
  subscriberId: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  avatar?: string;
  locale?: string;
  timezone?: string;
  data?: Record<string, unknown>;
  isOnline?: boolean;
  lastOnlineAt?: string;
}

/** A tenant as templates, conditions and the history of a step see it. */
type TenantView = Omit<SliceTenant, "id"> & { _id: string };

/** A subscriber as templates and conditions see it; what is not set is left out. */
export function subscriberView(row: SliceActor): SubscriberView {
  const view: SubscriberView = { _id: row.id, subscriberId: row.subscriberId };
  for (const field of ["firstName", "lastName", "email", "phone", "avatar", "locale", "timezone"] as const) {
    const value = row[field];
    if (value !== null) view[field] = value;
  }
  if (row.data !== null) view.data = row.data;
  if (row.isOnline !== null) view.isOnline = row.isOnline;
  if (row.lastOnlineAt !== null) view.lastOnlineAt = new Date(row.lastOnlineAt).toISOString();
  return view;
}

export const tenantView = ({ id, ...tenant }: SliceTenant): TenantView => ({ _id: id, ...tenant });

/** The data that all members of a slice share, as templates and conditions see it. */
export interface SharedView extends Omit<SliceContext, "tenant" | "actor"> {
  tenant: TenantView | null;
  actor: SubscriberView | null;
  /** The variables of the environment; null where its organisation has none. */
  env: EnvironmentValues | null;
}

export const sharedView = (
  { tenant, actor, ...context }: SliceContext,
  env: EnvironmentValues | null = null,
): SharedView => ({
  ...context,
  env,
  tenant: tenant && tenantView(tenant),
  actor: actor && subscriberView(actor),
});
