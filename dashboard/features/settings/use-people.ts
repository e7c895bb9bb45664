import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Member } from "#contract/organizations.ts";
import { membersQuery } from "#dashboard/queries.ts";

const root = getRouteApi("__root__");

/** Returns the name of a member by the id of the person; undefined for somebody who has left. */
export function usePeople(): (userId: string) => string | undefined {
  const api = root.useRouteContext({ select: (context) => context.api });
  const { data: members } = useQuery(membersQuery(api));
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
