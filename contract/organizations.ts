import { z } from "zod";
import { dated, Moment } from "./common.ts";
import { MEMBER_ROLES, MEMBER_STATUSES, SERVICE_LEVELS } from "./constants/statuses.ts";

export const Branding = z.object({
  fontFamily: z.string().optional(),
  fontColor: z.string().optional(),
  contentBackground: z.string().optional(),
  logo: z.string().optional(),
  color: z.string().optional(),
  direction: z.enum(["ltr", "rtl"]).optional(),
});
export type Branding = z.infer<typeof Branding>;

export const Organization = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  logo: z.string().optional(),
  branding: Branding.optional(),
  apiServiceLevel: z.enum(SERVICE_LEVELS),
  domain: z.string().optional(),
  ...dated(),
});
export type Organization = z.infer<typeof Organization>;

export const Member = z.object({
  _id: z.string(),
  id: z.string(),
  _userId: z.string().nullable(),
  _organizationId: z.string(),
  roles: z.array(z.enum(MEMBER_ROLES)),
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
  ...dated(),
});
export type Member = z.infer<typeof Member>;
