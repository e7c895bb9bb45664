import type { Account } from "#contract/auth.ts";
import type { Member, Organization } from "#contract/organizations.ts";
import type { MemberWithUser } from "#db/queries/organizations/members.ts";
import type { OrganizationRow } from "#db/queries/organizations/organizations.ts";
import type { UserRow } from "#db/queries/users/users.ts";
import { datedFields, withoutNulls } from "./fields.ts";

export const accountView = (user: UserRow): Account => ({
  ...personFields(user),
  id: user.id,
  hasPassword: user.passwordHash !== null,
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
  ...withoutNulls({ logo: row.logo, branding: row.branding, domain: row.domain }),
  ...datedFields(row),
});

/** Addresses are only for administrators: api-management.md section 9. */
export const memberView = ({ member, user }: MemberWithUser, forAdmin: boolean): Member => ({
  _id: member.id,
  id: member.id,
  _userId: member.userId,
  _organizationId: member.organizationId,
  roles: member.roles,
  memberStatus: member.status,
  ...(user && { user: { ...personFields(user), ...(!forAdmin && { email: "" }) } }),
  ...datedFields(member),
});
