import type { ApiKey } from "#contract/accounts/api-keys.ts";
import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import type { Member } from "#contract/accounts/organizations.ts";
import type { Role } from "#contract/accounts/roles.ts";
import type { TestDelivery } from "#contract/accounts/test-delivery.ts";
import { permissionsOfRole } from "#contract/constants/permissions.ts";
import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { account, DEVELOPMENT } from "./fixtures.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";

export const anApiKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  _id: "00000000-0000-4000-8000-0000000000e1",
  id: "00000000-0000-4000-8000-0000000000e1",
  type: "environment",
  name: "Orders",
  role: "member",
  key: "nvsk.ab12",
  _userId: account._id,
  _environmentId: DEVELOPMENT,
  createdAt: MOMENT,
  lastUsedAt: MOMENT,
  expireAt: null,
  ...given,
});

const person = (_id: string, firstName: string) => ({
  _id,
  firstName,
  email: `${firstName.toLowerCase()}@example.com`,
  createdAt: MOMENT,
});

const aMember = (given: Partial<Member>): Member => ({
  _id: "00000000-0000-4000-8000-0000000000f1",
  id: "00000000-0000-4000-8000-0000000000f1",
  _userId: account._id,
  _organizationId: "organization",
  roles: ["admin"],
  memberStatus: "active",
  createdAt: MOMENT,
  updatedAt: MOMENT,
  ...given,
});

const GRACE = "00000000-0000-4000-8000-0000000000f2";
const LINUS = "00000000-0000-4000-8000-0000000000f3";

/** The person who is signed in, a colleague, and somebody who is invited. */
export const MEMBERS: readonly Member[] = [
  aMember({ user: person(account._id, "Ada") }),
  aMember({ _id: GRACE, id: GRACE, _userId: "grace", roles: ["member"], user: person("grace", "Grace") }),
  aMember({
    _id: LINUS,
    id: LINUS,
    _userId: null,
    roles: ["viewer"],
    memberStatus: "invited",
    invite: { email: "linus@example.com", invitationDate: MOMENT },
  }),
];
export const COLLEAGUE = GRACE;

export const aRole = (given: Partial<Role> = {}): Role => ({
  identifier: "support",
  name: "Support",
  permissions: ["environment.read", "environment.use"],
  isBuiltIn: false,
  ...given,
});

/** The built-in roles and one that the organisation made. */
export const ROLES: readonly Role[] = [
  ...MEMBER_ROLES.map((identifier) => ({
    identifier,
    name: ROLE_NAMES[identifier],
    permissions: permissionsOfRole(identifier),
    isBuiltIn: true,
  })),
  aRole(),
];

const aSession = (id: string, current: boolean) => ({
  _id: id,
  id,
  current,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
  address: "203.0.113.9",
  createdAt: MOMENT,
  lastUsedAt: MOMENT,
  expireAt: MOMENT,
});
/** The session of this browser, and another one. */
export const SESSIONS = [aSession("this", true), aSession("other", false)];

/** Who gets messages while the environment is tested. */
export const TEST_DELIVERY: TestDelivery = {
  isOn: false,
  allowed: { subscriberIds: ["ada"], addresses: ["qa@example.com"] },
  to: { email: "all@example.com" },
};

export const aVariable = (given: Partial<EnvironmentVariable> = {}): EnvironmentVariable => ({
  _id: "00000000-0000-4000-8000-0000000000e1",
  _organizationId: "00000000-0000-4000-8000-0000000000e0",
  key: "shopUrl",
  type: "string",
  isSecret: false,
  values: [
    {
      _environmentId: DEVELOPMENT,
      value: "https://staging.example.com",
      set: { at: MOMENT, by: "member", name: "Ada" },
    },
  ],
  usedBy: 2,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  ...given,
});
