import { randomUUID } from "node:crypto";
import { INVITATION_DAYS } from "#contract/constants/people.ts";
import type { Invite, Invited } from "#contract/organizations.ts";
import {
  countMembers,
  insertInvitation,
  isMemberOrInvited,
  renewInvitation,
} from "#db/queries/organizations/invitations.ts";
import { lockMembership } from "#db/queries/organizations/members.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { findUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Transaction } from "#db/transaction.ts";
import { isEmailAddress, normalizeEmail } from "#domain/email-address.ts";
import { DomainError } from "#domain/errors.ts";
import type { MemberCaller, OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";
import { organizationPlan, type PlanServices } from "../organizations/organization-plan.ts";
import { type MailServices, requireMail, sendMail } from "../people/account-mail.ts";
import { requireGivable } from "./role-grants.ts";

type Services = MailServices & PlanServices;
type Call = OrganizationCall<MemberCaller>;

const DAY = 24 * 60 * 60 * 1_000;
const ALREADY_INVITED = "Already invited";

/**
 * Invites somebody by mail; as an admin where the plan has no roles. Throws `invalid_input` for an address that is invited or a
 * member's already, and when the plan has no place left; `unavailable` when the mail cannot be sent, which a resend tries again.
 */
export async function inviteMember(services: Services, call: Call, { email, role }: Invite): Promise<void> {
  requireMail(services);
  const address = normalizeEmail(email);
  if (!isEmailAddress(address)) throw new DomainError("invalid_input", ["email must be an email"]);
  const { organizationId } = call.scope;
  const { teamMembers, features } = await organizationPlan(services, call.scope);
  const { token, ...invitation } = newInvitation(call);
  const given = { organizationId, email: address, role: features.roles ? role : "admin" };
  const invite = async (transaction: Transaction) => {
    await lockMembership(transaction, organizationId);
    await requireGivable(transaction, call, given.role);
    if (await isMemberOrInvited(transaction, organizationId, address)) {
      throw new DomainError("invalid_input", ALREADY_INVITED);
    }
    if (teamMembers !== null && (await countMembers(transaction, organizationId)) >= teamMembers) {
      const remedy = "remove one, withdraw an invitation, or change the plan";
      throw new DomainError("invalid_input", `LIMIT_REACHED. Your plan allows ${teamMembers} members: ${remedy}`);
    }
    return insertInvitation(transaction, { ...invitation, ...given });
  };
  await noted(services.db, call, { action: "member.invited" }, invite, (id) => id);
  await mailInvitation(services, call, address, token);
}

/** Invites one after the other. What keeps one of them from being invited does not keep the others. */
export async function inviteMembers(services: Services, call: Call, invitees: readonly Invite[]): Promise<Invited[]> {
  requireMail(services);
  const results: Invited[] = [];
  for (const invitee of invitees) {
    const { email } = invitee;
    try {
      await inviteMember(services, call, invitee);
      results.push({ success: true, email });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push({ success: false, email, failReason: error.message });
    }
  }
  return results;
}

/** Sends another mail, after which the link of the earlier one is refused. Throws `invalid_input` unless somebody waits for it. */
export async function resendInvitation(services: Services, call: Call, memberId: string): Promise<void> {
  requireMail(services);
  const { token, ...invitation } = newInvitation(call);
  const member = await noted(services.db, call, { action: "member.reinvited", id: memberId }, (transaction) =>
    renewInvitation(transaction, call.scope.organizationId, memberId, invitation),
  );
  if (!member?.inviteEmail) {
    throw new DomainError("invalid_input", "memberId names nobody whose invitation waits for an answer");
  }
  await mailInvitation(services, call, member.inviteEmail, token);
}

function newInvitation({ caller }: Call) {
  const token = randomUUID();
  const invitedAt = new Date();
  const expiresAt = new Date(invitedAt.getTime() + INVITATION_DAYS * DAY);
  return { token, tokenHash: hashSecret(token), invitedAt, expiresAt, inviterId: caller.userId };
}

async function mailInvitation(services: Services, { scope, caller }: Call, to: string, token: string): Promise<void> {
  const { db } = services;
  const [organization, inviter] = await Promise.all([
    findOrganization(db, scope.organizationId),
    findUser(db, caller.userId),
  ]);
  const name = organization?.name ?? "an organisation";
  const mail = {
    to,
    subject: `Invitation to ${name} at Belfry`,
    sentences: [
      `${inviter?.firstName ?? "An admin"} invites you to work with ${name} at Belfry.`,
      `The link is valid for ${INVITATION_DAYS} days and can be used once.`,
    ],
    link: { path: `/auth/invitation/${token}`, label: "Accept the invitation" },
  };
  await sendMail(services, mail).catch((error: unknown) => {
    services.log.error({ err: error }, "an invitation could not be mailed");
    throw new DomainError(
      "unavailable",
      "The invitation is stored, but its mail could not be sent: have the mail server checked, then resend it",
    );
  });
}
