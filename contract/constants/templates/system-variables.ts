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
  /** Links are of messages alone: conditions do not have them. */
  subscriber: { ...PERSON, preferencesUrl: "string", unsubscribeUrl: "string" },
  actor: PERSON,
  step: { digest: "boolean", events: "array", total_count: "number" },
  /** Of the organisation, or of the event's tenant where that has its own. */
  branding: {
    logo: "string",
    color: "string",
    fontColor: "string",
    contentBackground: "string",
    fontFamily: "string",
  },
  tenant: { name: "string", data: "object" },
} as const;
