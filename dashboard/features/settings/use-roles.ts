import { useMemo } from "react";
import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { useRead } from "#dashboard/data/use-read.ts";

const BUILT_IN = MEMBER_ROLES.map((identifier) => ({ identifier, name: ROLE_NAMES[identifier] }));

/** The roles of the organisation as options, and their names. Until they are read, the built-in ones. */
export function useRoles() {
  const { data: roles = BUILT_IN } = useRead("organizations.listRoles");
  return useMemo(
    () => ({
      options: roles.map(({ identifier, name }) => ({ id: identifier, text: name })),
      nameOf: (identifier: string) => roles.find((role) => role.identifier === identifier)?.name ?? identifier,
    }),
    [roles],
  );
}
