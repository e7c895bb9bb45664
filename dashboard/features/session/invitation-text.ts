import type { Invitation } from "#contract/accounts/organizations.ts";

/** Says who invites to what, in which role. */
export function invitationText({ inviter, organization, role }: Invitation): string {
  const name = [inviter.firstName, inviter.lastName].filter(Boolean).join(" ");
  return `${name} invites you to work with ${organization.name} as ${role === "admin" ? "an admin" : `a ${role}`}.`;
}
