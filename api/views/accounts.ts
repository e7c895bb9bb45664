import type { Account, Session } from "#contract/accounts/auth.ts";
import type { Invitation, Member, Organization } from "#contract/accounts/organizations.ts";
import type { PendingInvitation } from "#db/queries/organizations/invitations.ts";
import type { MemberRow } from "#db/queries/organizations/members.ts";
import type { OrganizationRow } from "#db/queries/organizations/organizations.ts";
import type { SessionRow } from "#db/queries/users/sessions.ts";
import type { UserRow } from "#db/queries/users/users.ts";
import { datedFields, withoutNulls } from "./fields.ts";

export const accountView = (user: UserRow): Account => ({
  ...personFields(user),
  id: user.id,
  hasPassword: user.passwordHash !== null,
  hasSecondFactor: user.totpEnabledAt !== null,
  ...withoutNulls({
    recoveryCodesLeft: user.totpEnabledAt === null ? null : user.recoveryCodes.length,
    jobTitle: user.jobTitle,
    showOnBoarding: user.showOnBoarding,
    showOnBoardingTour: user.showOnBoardingTour,
    pendingEmail: pendingEmailOf(user, new Date()),
  }),
});

const pendingEmailOf = ({ pendingEmail, pendingEmailExpireAt }: UserRow, now: Date): string | null =>
  pendingEmailExpireAt !== null && pendingEmailExpireAt > now ? pendingEmail : null;

export const sessionView = (row: SessionRow, currentId: string): Session => ({
  _id: row.id,
  id: row.id,
  current: row.id === currentId,
  ...withoutNulls({ userAgent: row.userAgent, address: row.address }),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  expireAt: row.expireAt.toISOString(),
});

const personFields = ({ id, firstName, lastName, email, profilePicture, createdAt }: UserRow) => ({
  _id: id,
  firstName,
  email,
  ...withoutNulls({ lastName, profilePicture }),
  createdAt: createdAt.toISOString(),
});

export const organizationView = (row: OrganizationRow): Organization => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  apiServiceLevel: row.serviceLevel,
  demandsSecondFactor: row.demandsSecondFactor,
  ...withoutNulls({
    logo: row.logo,
    branding: row.branding,
    domain: row.domain,
    language: row.language,
    defaultLocale: row.defaultLocale,
    productUseCases: row.productUseCases,
  }),
  ...datedFields(row),
});

/** Addresses are only for administrators. */
export const memberView = (
  { member, user }: { member: MemberRow; user?: UserRow | null },
  forAdmin: boolean,
): Member => ({
  _id: member.id,
  id: member.id,
  _userId: member.userId,
  _organizationId: member.organizationId,
  roles: member.roles,
  memberStatus: member.status,
  ...(user && { user: { ...personFields(user), ...(!forAdmin && { email: "" }) } }),
  ...(forAdmin && inviteFields(member)),
  ...datedFields(member),
});

function inviteFields({ inviteEmail, invitedAt, inviteExpiresAt, answeredAt, inviterId }: MemberRow) {
  if (inviteEmail === null || invitedAt === null) return {};
  const expireAt = answeredAt === null ? (inviteExpiresAt?.toISOString() ?? null) : null;
  return {
    invite: {
      email: inviteEmail,
      invitationDate: invitedAt.toISOString(),
      ...withoutNulls({ expireAt, answerDate: answeredAt?.toISOString() ?? null, _inviterId: inviterId }),
    },
  };
}

export const invitationView = ({ member, organization, inviter, invited }: PendingInvitation): Invitation => ({
  inviter: {
    _id: inviter?.id ?? "",
    firstName: inviter?.firstName ?? "",
    ...withoutNulls({ lastName: inviter?.lastName ?? null, profilePicture: inviter?.profilePicture ?? null }),
  },
  organization: { _id: organization.id, name: organization.name, ...withoutNulls({ logo: organization.logo }) },
  email: member.inviteEmail ?? "",
  role: member.roles[0] ?? "member",
  ...withoutNulls({ _userId: invited?.id ?? null }),
});
