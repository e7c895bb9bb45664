import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { BULK_INVITATIONS_MAX, JOB_TITLES } from "../constants/people.ts";
import { MEMBER_STATUSES, SERVICE_LEVELS } from "../constants/statuses.ts";
import { FONT_FAMILY, FONT_FAMILY_MAX, HEX_COLOR } from "../constants/values/tenant-branding.ts";
import {
  MEMBERS_ADMIN,
  ORGANIZATION_ADMIN,
  ORGANIZATION_KEY,
  ORGANIZATION_MEMBER,
  PERSON,
  PUBLIC,
} from "../schemas/access.ts";
import { data, dated, example, filledText, Id, Locale, Moment, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { EmailAddress, ImageUrl, optionalName } from "../schemas/people.ts";
import { Done } from "./auth.ts";
import { RoleIdentifier } from "./roles.ts";
import { ProductUseCases } from "./use-cases.ts";

export const Branding = z.object({
  fontFamily: z.string().optional(),
  fontColor: z.string().optional(),
  contentBackground: z.string().optional(),
  logo: z.string().optional(),
  color: z.string().optional(),
  direction: z.enum(["ltr", "rtl"]).optional(),
});
export type Branding = z.infer<typeof Branding>;

export const Organization = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    logo: z.string().optional(),
    branding: Branding.optional(),
    apiServiceLevel: z.enum(SERVICE_LEVELS),
    domain: z.string().optional(),
    language: z.array(z.string()).optional(),
    /** The language of texts that a subscriber's own has no translation of; `en` without one. */
    defaultLocale: z.string().optional(),
    /** Whether its members need a second factor. */
    demandsSecondFactor: z.boolean(),
    productUseCases: ProductUseCases.optional(),
    ...dated(),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;

export const ListedOrganization = Organization.extend({
  /** Publications that other members asked for, and that wait for approval. */
  waitingPublications: z.int(),
}).meta({ id: "ListedOrganization" });
export type ListedOrganization = z.infer<typeof ListedOrganization>;

export const Member = z.object({
  _id: z.string(),
  id: z.string(),
  _userId: z.string().nullable(),
  _organizationId: z.string(),
  /** Identifiers of roles. */
  roles: z.array(z.string()),
  memberStatus: z.enum(MEMBER_STATUSES),
  user: z
    .object({
      _id: z.string(),
      firstName: z.string(),
      lastName: z.string().optional(),
      email: z.string(),
      profilePicture: z.string().optional(),
      createdAt: Moment,
    })
    .optional(),
  /** Of somebody who was invited. The token is in the mail alone. */
  invite: z
    .object({
      email: z.string(),
      invitationDate: Moment,
      expireAt: Moment.optional(),
      answerDate: Moment.optional(),
      _inviterId: z.string().optional(),
    })
    .optional(),
  ...dated(),
});
export type Member = z.infer<typeof Member>;

const organizationName = () => filledText(NAME_MAX);

export const CreateOrganization = z
  .object({
    name: organizationName(),
    logo: ImageUrl.optional(),
    /** Of the person who creates it. */
    jobTitle: z.enum(JOB_TITLES).optional(),
    domain: optionalName(NAME_MAX),
    language: z.array(textUpTo(64)).max(100, { error: "must be at most 100 languages" }).optional(),
  })
  .meta(example({ name: "Analytical Engines", jobTitle: "engineer", domain: "example.com" }));
export type CreateOrganization = z.infer<typeof CreateOrganization>;

/** Null takes the default locale away; without it, it stays. */
export const UpdateOrganization = z
  .object({
    name: organizationName(),
    defaultLocale: Locale.nullish(),
    /** Takes an admin who has a second factor. It stays as it is when left out. */
    demandsSecondFactor: z.boolean().optional(),
  })
  .meta(example({ name: "Difference Engines", defaultLocale: "de" }));
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;
/** As it was sent. */
export const OrganizationUpdated = z.object({
  name: z.string(),
  defaultLocale: z.string().nullish(),
  demandsSecondFactor: z.boolean().optional(),
});

export const HexColor = z.string().regex(HEX_COLOR, {
  error: "must be a hexadecimal color, such as #0a7cff",
});
const FontFamily = textUpTo(FONT_FAMILY_MAX).regex(FONT_FAMILY, {
  error: "must be names of fonts, separated by commas",
});

/** Takes the place of the whole branding: a field that is absent is removed. */
export const UpdateBranding = z
  .object({
    logo: ImageUrl.optional(),
    color: HexColor.optional(),
    fontColor: HexColor.optional(),
    contentBackground: HexColor.optional(),
    fontFamily: FontFamily.optional(),
    /** Of inboxes. */
    direction: z.enum(["ltr", "rtl"], { error: "must be ltr or rtl" }).optional(),
  })
  .meta(example({ logo: "https://example.com/logo.png", color: "#0a7cff", fontFamily: "Inter" }));
export type UpdateBranding = z.infer<typeof UpdateBranding>;

/** The API keys of a member who goes are passed on to an admin and go on working, or end. */
export const LeavingKeys = z.object({
  apiKeys: z.enum(["pass-on", "end"], { error: "must be pass-on or end" }).default("pass-on"),
});
export type LeavingKeys = z.infer<typeof LeavingKeys>;

export const MemberId = z.object({ memberId: Id });
export const UpdateMemberRole = z.object({ role: RoleIdentifier }).meta(example({ role: "member" }));

const invitee = { email: EmailAddress, role: RoleIdentifier.default("admin") };
/** Without a role the invited person becomes an admin. */
export const Invite = z.object(invitee).meta(example({ email: "grace@example.com", role: "member" }));
export type Invite = z.infer<typeof Invite>;
export const InviteBulk = z
  .object({
    invitees: z
      .array(z.object(invitee))
      .min(1, { error: "should not be empty" })
      .max(BULK_INVITATIONS_MAX, { error: `must be at most ${BULK_INVITATIONS_MAX} people` }),
  })
  .meta(example({ invitees: [{ email: "grace@example.com", role: "member" }] }));
export const ResendInvitation = MemberId.meta(example({ memberId: "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11" }));
export const Invited = z.object({ success: z.boolean(), email: z.string(), failReason: z.string().optional() });
export type Invited = z.infer<typeof Invited>;

/** A call of a webhook condition, of which the organisation matters here. */
export const InviteNudge = z
  .object({
    subscriber: z.record(z.string(), z.unknown()).optional(),
    payload: z.object({ organizationId: Id }),
  })
  .meta(
    example({
      subscriber: { subscriberId: "ada" },
      payload: { organizationId: "5d3c9a55-0f3f-4b7e-8f0e-6a0c5a3c7f21" },
    }),
  );
export const InviteNudgeHeaders = z.looseObject({
  "nv-hmac-256": textUpTo(255)
    .optional()
    .describe(
      "The hexadecimal HMAC-SHA256 of the id of an environment of the organisation, with an API key of it, as webhook conditions sign.",
    ),
});
/** `send` is the field that the condition compares. */
export const InviteNudgeAnswer = z.object({ send: z.boolean() });

/** An invitation as it is shown to whoever has its token. */
export const Invitation = z.object({
  inviter: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string().optional(),
    profilePicture: z.string().optional(),
  }),
  organization: z.object({ _id: z.string(), name: z.string(), logo: z.string().optional() }),
  email: z.string(),
  role: z.string(),
  /** Of the person who has the address that was invited. */
  _userId: z.string().optional(),
});
export type Invitation = z.infer<typeof Invitation>;
export const InvitationToken = z.object({ token: textUpTo(255) });

export const inviteOperations = operations("invites", {
  inviteMember: {
    route: "POST /v1/invites",
    client: "invites.create",
    summary: "Invite a person to the organisation",
    access: [MEMBERS_ADMIN],
    audit: "member.invited",
    body: Invite,
    answer: { 201: data(Done) },
    failures: ["forbidden", "unavailable"],
  },

  inviteMembers: {
    route: "POST /v1/invites/bulk",
    client: "invites.createBulk",
    summary: "Invite several people to the organisation",
    access: [MEMBERS_ADMIN],
    audit: "member.invited",
    body: InviteBulk,
    answer: { 201: data(z.array(Invited)) },
    failures: ["forbidden", "unavailable"],
  },

  resendInvite: {
    route: "POST /v1/invites/resend",
    client: "invites.resend",
    summary: "Resend an invitation",
    access: [MEMBERS_ADMIN],
    audit: "member.reinvited",
    body: ResendInvitation,
    answer: { 201: data(Done) },
    failures: ["forbidden", "unavailable"],
  },

  answerInviteNudge: {
    route: "POST /v1/invites/webhook",
    client: "invites.answerNudge",
    summary: "Get whether to remind the organisation to invite members",
    description:
      "For the webhook condition of a workflow that reminds people to invite others. send is true when nobody else belongs to the organisation of the payload and nobody was invited to it, and false otherwise.",
    access: [PUBLIC],
    headers: InviteNudgeHeaders,
    body: InviteNudge,
    answer: { 201: data(InviteNudgeAnswer) },
  },

  getInvite: {
    route: "GET /v1/invites/:token",
    client: "invites.get",
    summary: "Get an invitation by its token",
    access: [PUBLIC],
    limit: "logins",
    params: InvitationToken,
    answer: { 200: data(Invitation) },
  },

  acceptInvite: {
    route: "POST /v1/invites/:token/accept",
    client: "invites.accept",
    summary: "Accept an invitation and get a token for its organisation",
    access: [PERSON],
    audit: "member.joined",
    params: InvitationToken,
    answer: { 201: data(z.string()) },
    failures: ["not_found", "conflict"],
  },
});

export const memberOperations = operations("organizations", {
  listMembers: {
    route: "GET /v1/organizations/members",
    client: "organizations.getMembers",
    summary: "List the members of the organisation",
    access: [ORGANIZATION_KEY, ORGANIZATION_MEMBER],
    answer: { 200: data(z.array(Member)) },
  },

  removeMember: {
    route: "DELETE /v1/organizations/members/:id",
    client: "organizations.removeMember",
    summary: "Remove a member from the organisation",
    description: "Removes a member, or withdraws an invitation. The API keys of the member become an admin's, or end.",
    access: [ORGANIZATION_KEY, MEMBERS_ADMIN],
    audit: ["member.removed", "api_key.passed_on", "api_key.ended"],
    params: z.object({ id: Id }),
    query: LeavingKeys,
    answer: { 200: data(Member) },
    failures: ["forbidden", "not_found", "conflict"],
  },

  updateMemberRole: {
    route: "PUT /v1/organizations/members/:id/roles",
    client: "organizations.updateMemberRole",
    summary: "Change the role of a member",
    access: [ORGANIZATION_KEY, MEMBERS_ADMIN],
    audit: "member.updated",
    params: z.object({ id: Id }),
    body: UpdateMemberRole,
    answer: { 200: data(Member) },
    failures: ["forbidden", "not_found", "conflict"],
  },

  leaveOrganization: {
    route: "POST /v1/organizations/leave",
    client: "organizations.leave",
    summary: "Leave the organisation",
    description: "Ends the caller's own membership.",
    access: [ORGANIZATION_MEMBER],
    audit: ["member.left", "api_key.passed_on", "api_key.ended"],
    query: LeavingKeys,
    answer: { 204: z.null() },
    failures: ["not_found", "conflict"],
  },
});

export const organizationOperations = operations("organizations", {
  listOrganizations: {
    route: "GET /v1/organizations",
    client: "organizations.list",
    summary: "List the organisations of the caller",
    access: [ORGANIZATION_KEY, PERSON],
    answer: { 200: data(z.array(ListedOrganization)) },
  },

  createOrganization: {
    route: "POST /v1/organizations",
    client: "organizations.create",
    summary: "Create an organisation with its first environments",
    access: [ORGANIZATION_KEY, PERSON],
    audit: "organization.created",
    body: CreateOrganization,
    answer: { 201: data(Organization) },
  },

  renameOrganization: {
    route: "PATCH /v1/organizations",
    client: "organizations.rename",
    summary: "Rename the organisation, or set its default locale",
    access: [ORGANIZATION_KEY, ORGANIZATION_ADMIN],
    audit: "organization.updated",
    body: UpdateOrganization,
    answer: { 200: data(OrganizationUpdated) },
    failures: ["forbidden"],
  },

  getOrganization: {
    route: "GET /v1/organizations/me",
    client: "organizations.getCurrent",
    summary: "Get the organisation",
    access: [ORGANIZATION_KEY, ORGANIZATION_MEMBER],
    answer: { 200: data(Organization) },
  },

  updateBranding: {
    route: "PUT /v1/organizations/branding",
    client: "organizations.updateBranding",
    summary: "Update the logo, colours and font of the organisation",
    access: [ORGANIZATION_KEY, ORGANIZATION_ADMIN],
    audit: "organization.updated",
    body: UpdateBranding,
    answer: { 200: data(Branding) },
    failures: ["forbidden"],
  },
});
