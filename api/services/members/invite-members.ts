import { randomUUID } from "node:crypto";
import { isEmailAddress } from "#contract/constants/email-address.ts";
import { INVITATION_DAYS, INVITATIONS_PER_HOUR } from "#contract/constants/people.ts";
import type { Invite, Invited } from "#contract/organizations.ts";
import { countActions } from "#db/queries/audit/audit-logs.ts";
import {
  countMembers,
  insertInvitation,
  isMemberOrInvited,
  renewInvitation,
} from "#db/queries/organizations/invitations.ts";
import { lockMembership } from "#db/queries/organizations/members.ts";
import { findUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Transaction } from "#db/transaction.ts";
import { normalizeEmail } from "#domain/email-address.ts";
import { DomainError } from "#domain/errors.ts";
import type { MemberCaller, OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";
import { organizationPlan, type PlanServices } from "../organizations/organization-plan.ts";
import { type MailServices, requireMail, sendMail } from "../people/account-mail.ts";
import { requireGivable } from "./role-grants.ts";

type Services = MailServices & PlanServices;
type Call = OrganizationCall<MemberCaller>;

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
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
    await requireFewInvitations(transaction, organizationId);
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
  const member = await noted(services.db, call, { action: "member.reinvited", id: memberId }, async (transaction) => {
    await requireFewInvitations(transaction, call.scope.organizationId);
    return renewInvitation(transaction, call.scope.organizationId, memberId, invitation);
  });
  if (!member?.inviteEmail) {
    throw new DomainError("invalid_input", "memberId names nobody whose invitation waits for an answer");
  }
  await mailInvitation(services, call, member.inviteEmail, token);
}

/** Throws `too_many_requests` when an organisation has invited so many within the hour that it may be sending advertisements. */
async function requireFewInvitations(transaction: Transaction, organizationId: string): Promise<void> {
  const since = new Date(Date.now() - HOUR);
  const sent = await countActions(transaction, organizationId, {
    actions: ["member.invited", "member.reinvited"],
    since,
  });
  if (sent < INVITATIONS_PER_HOUR) return;
  const message = `An organization may invite ${INVITATIONS_PER_HOUR} people in an hour: invite the others later`;
  throw new DomainError("too_many_requests", message);
}

function newInvitation({ caller }: Call) {
  const token = randomUUID();
  const invitedAt = new Date();
  const expiresAt = new Date(invitedAt.getTime() + INVITATION_DAYS * DAY);
  return { token, tokenHash: hashSecret(token), invitedAt, expiresAt, inviterId: caller.userId };
}

/** Mails a link. The mail quotes no text that members have written, so that nobody sends advertisements by it: the page of the link does. */
async function mailInvitation(services: Services, { caller }: Call, to: string, token: string): Promise<void> {
  const inviter = await findUser(services.db, caller.userId);
  const from = inviter?.emailVerifiedAt ? inviter.email : "A member of an organisation";
  const mail = {
    to,
    subject: "Invitation to an organisation at Belfry",
    sentences: [
      `${from} invites you to work together at Belfry. The page of the link says with whom.`,
      `The link is valid for ${INVITATION_DAYS} days and can be used once. If you do not expect it, ignore this mail.`,
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
