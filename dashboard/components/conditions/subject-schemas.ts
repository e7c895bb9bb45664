import { schemaOfSeen } from "#dashboard/components/code/seen-payload.ts";

const TEXT = { type: "string" };
/** Any fields. */
export const OPEN = { type: "object", additionalProperties: true };
export const TENANT = {
  type: "object",
  properties: { identifier: TEXT, name: TEXT, data: OPEN },
  additionalProperties: false,
};
export const SUBSCRIBER = {
  type: "object",
  properties: Object.fromEntries([
    ...["subscriberId", "firstName", "lastName", "email", "phone", "avatar", "locale", "timezone"].map(
      (name) => [name, TEXT] as const,
    ),
    ["data", OPEN],
  ]),
  additionalProperties: true,
};

/** Returns the schema of the data that some subscribers or tenants have. */
export const seenData = (rows: readonly { data?: unknown }[] | undefined) => ({
  type: "object",
  properties: { data: schemaOfSeen((rows ?? []).map(({ data }) => data)) },
});
