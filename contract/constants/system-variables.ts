const PERSON = {
  firstName: "string",
  lastName: "string",
  email: "string",
  phone: "string",
  avatar: "string",
  locale: "string",
  subscriberId: "string",
} as const;

/** Names that every template may use, and their types. */
export const SYSTEM_VARIABLE_TYPES = {
  subscriber: PERSON,
  actor: PERSON,
  step: { digest: "boolean", events: "array", total_count: "number" },
  branding: { logo: "string", color: "string" },
  tenant: { name: "string", data: "object" },
} as const;
