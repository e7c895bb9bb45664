/** The first and the last name, as far as they are there; null without any. */
export const personName = (
  person: { firstName: string | null; lastName: string | null } | null | undefined,
): string | null => [person?.firstName, person?.lastName].filter(Boolean).join(" ") || null;
