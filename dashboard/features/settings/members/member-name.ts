import type { Member } from "#contract/accounts/organizations.ts";
import { nameOfPerson } from "../use-people.ts";

/** The name of a member, or the address of somebody who is invited. */
export const memberName = ({ user, invite }: Member): string =>
  user ? nameOfPerson(user) : (invite?.email ?? "Somebody");
