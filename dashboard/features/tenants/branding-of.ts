import type { Tenant } from "#contract/tenants.ts";

/** Data of a tenant as its two forms share it: the branding, and all the rest. */
export function splitData(data: Tenant["data"]): { branding: Record<string, unknown> | undefined; rest: Data } {
  const { branding, ...rest } = data ?? {};
  // A customer may have a value of that name that is no branding.
  return isObject(branding) ? { branding, rest } : { branding: undefined, rest: data ?? {} };
}

type Data = NonNullable<Tenant["data"]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
