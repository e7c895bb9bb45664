import type { Account } from "#contract/accounts/auth.ts";
import type { Environment } from "#contract/accounts/environments.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import type { Permission } from "#contract/constants/permission-names.ts";

/** The signed-in member and the environments they can switch between. */
export interface Membership {
  account: Account;
  /** Of the member in the organisation. */
  permissions: readonly Permission[];
  organization: Organization;
  environments: Environment[];
}

/** Returns the id of the environment to open: the last one when the member still has it, else the first but Production. */
export function environmentToOpen(environments: Environment[], lastUsed: string | undefined): string | undefined {
  const first = environments.find((environment) => !isProduction(environment)) ?? environments[0];
  return environments.some(({ _id }) => _id === lastUsed) ? lastUsed : first?._id;
}

/** Production is the environment that has a parent: changes are made there and promoted. */
export function isProduction(environment: Environment): boolean {
  return environment._parentId !== undefined;
}
