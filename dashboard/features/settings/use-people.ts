import { useCallback } from "react";
import type { Member } from "#contract/accounts/organizations.ts";
import { useRead } from "#dashboard/data/use-read.ts";

/** Returns the name of a member by the id of the person; undefined for somebody who has left. */
export function usePeople(): (userId: string) => string | undefined {
  const { data: members } = useRead("organizations.getMembers");
  return useCallback(
    (userId) => {
      const user = members?.find(({ _userId }) => _userId === userId)?.user;
      return user && nameOfPerson(user);
    },
    [members],
  );
}

/** The first and the last name. */
export const nameOfPerson = ({ firstName, lastName }: NonNullable<Member["user"]>): string =>
  [firstName, lastName].filter(Boolean).join(" ");
