import type { Account } from "#contract/auth.ts";
import type { Environment } from "#contract/environments.ts";
import type { Organization } from "#contract/organizations.ts";
import type { Api } from "./api.ts";
import { useSession } from "./session.ts";

/** The signed-in member and the environments they can switch between. */
export interface Membership {
  account: Account;
  organization: Organization;
  environments: Environment[];
}

let known: { token: string; membership: Promise<Membership> } | undefined;

/** Reads the membership once per session, and makes sure that the chosen environment is one of its own. */
export function loadMembership(api: Api, token: string): Promise<Membership> {
  if (known?.token === token) return known.membership;
  const membership = readMembership(api);
  known = { token, membership };
  // A failed read is not remembered, so that "Try again" asks again.
  membership.catch(() => {
    if (known?.membership === membership) known = undefined;
  });
  return membership;
}

async function readMembership(api: Api): Promise<Membership> {
  const [account, organization, environments] = await Promise.all([
    api.account(),
    api.organization(),
    api.environments(),
  ]);
  const { environmentId, switchTo } = useSession.getState();
  if (!environments.some((environment) => environment._id === environmentId)) {
    const first = environments.find((environment) => !isProduction(environment)) ?? environments[0];
    if (first) switchTo(first._id);
  }
  return { account, organization, environments };
}

/** Production is the environment that has a parent: changes are made there and promoted (api-management.md section 0). */
export function isProduction(environment: Environment): boolean {
  return environment._parentId !== undefined;
}
