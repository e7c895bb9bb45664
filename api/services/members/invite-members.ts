import { randomUUID } from "node:crypto";
import type { Invite, Invited } from "#contract/accounts/organizations.ts";
import {
  INVITATION_DAYS,
  INVITATION_MAIL_SECONDS,
  INVITATION_MAILS_PER_DAY,
  INVITATIONS_PER_HOUR,
} from "#contract/constants/people.ts";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import { countActions } from "#db/queries/audit/audit-logs.ts";
import {
  countMembers,
  insertInvitation,
  invitationMails,
  isMemberOrInvited,
  removeInvitationMail,
  renewInvitation,
} from "#db/queries/organizations/invitations.ts";
import { lockMembership } from "#db/queries/organizations/members.ts";
import { findUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";
import type { MemberCaller, OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";
import { type MailServices, requireMail, sendMail } from "../people/account-mail.ts";
import { requireGivable } from "./role-grants.ts";

type Services = MailServices & PlanServices;
type Call = OrganizationCall<MemberCaller>;

const BETWEEN_MAILS = INVITATION_MAIL_SECONDS * 1_000;
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
    await requireFewWithdrawals(transaction, organizationId, address);
    if (teamMembers !== null && (await countMembers(transaction, organizationId)) >= teamMembers) {
      const remedy = "remove one, withdraw an invitation, or change the plan";
      throw new DomainError("invalid_input", `LIMIT_REACHED. Your plan allows ${teamMembers} members: ${remedy}`);
    }
    return insertInvitation(transaction, { ...invitation, ...given, mailedAt: [invitation.invitedAt] });
  };
  await noted(services.db, call, { action: "member.invited" }, invite, (id) => id);
  await mailInvitation(services, call, address, { token, ...invitation });
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

/**
 * Sends another mail, after which the link of the earlier one is refused. Throws `invalid_input` unless somebody waits for it, and
 * `too_many_requests` for mails in quick succession, or too many of them.
 */
export async function resendInvitation(services: Services, call: Call, memberId: string): Promise<void> {
  requireMail(services);
  const { token, ...invitation } = newInvitation(call);
  const member = await noted(services.db, call, { action: "member.reinvited", id: memberId }, async (transaction) => {
    const { organizationId } = call.scope;
    await requireFewInvitations(transaction, organizationId);
    const mails = await invitationMails(transaction, organizationId, memberId);
    if (!mails) return undefined;
    const mailedAt = withMail(mails, invitation.invitedAt);
    return renewInvitation(transaction, organizationId, memberId, { ...invitation, mailedAt });
  });
  if (!member?.inviteEmail) {
    throw new DomainError("invalid_input", "memberId names no member with a pending invitation");
  }
  await mailInvitation(services, call, member.inviteEmail, { token, ...invitation });
}

/** Adds a mail to those of the last day. Throws `too_many_requests`, with when the next one may be sent. */
function withMail(mails: readonly Date[], now: Date): Date[] {
  const recent = mails.filter((at) => now.getTime() - at.getTime() < DAY).sort((a, b) => a.getTime() - b.getTime());
  const [oldest, newest] = [recent.at(-INVITATION_MAILS_PER_DAY), recent.at(-1)];
  if (oldest) {
    const from = new Date(oldest.getTime() + DAY)
      .toISOString()
      .replace(/:\d{2}\.\d{3}Z$/, " UTC")
      .replace("T", " ");
    const message = `An invitation is mailed at most ${INVITATION_MAILS_PER_DAY} times a day: send the next one from ${from} on`;
    throw new DomainError("too_many_requests", message);
  }
  const left = newest ? newest.getTime() + BETWEEN_MAILS - now.getTime() : 0;
  if (left <= 0) return [...recent, now];
  const message = `This invitation has just been mailed: send it again in ${Math.ceil(left / 1_000)} s`;
  throw new DomainError("too_many_requests", message);
}

/** Throws `too_many_requests` for an address that was invited and had its invitation withdrawn again and again. */
async function requireFewWithdrawals(transaction: Transaction, organizationId: string, address: string): Promise<void> {
  const since = new Date(Date.now() - DAY);
  const sent = await countActions(transaction, organizationId, {
    actions: ["member.invited", "member.reinvited"],
    since,
    entityName: address,
  });
  if (sent < INVITATION_MAILS_PER_DAY) return;
  const message = `An address is invited at most ${INVITATION_MAILS_PER_DAY} times a day: invite it again tomorrow`;
  throw new DomainError("too_many_requests", message);
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
async function mailInvitation(
  services: Services,
  { caller }: Call,
  to: string,
  { token, tokenHash, invitedAt }: ReturnType<typeof newInvitation>,
): Promise<void> {
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
  await sendMail(services, mail).catch(async (error: unknown) => {
    services.log.error({ err: error }, "an invitation could not be mailed");
    await removeInvitationMail(services.db, tokenHash, invitedAt);
    throw new DomainError(
      "unavailable",
      "The invitation is stored, but its mail could not be sent: have the mail server checked, then resend it",
    );
  });
}
