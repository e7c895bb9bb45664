import { z } from "zod";
import { EMAIL_MAX, PERSON_NAME_MAX } from "../constants/limits.ts";
import { IMAGE_ENDINGS, PASSWORD_POLICY, PASSWORD_RULES } from "../constants/people.ts";
import { isEmailAddress } from "../constants/values/email-address.ts";
import { isWebAddress, namesUser } from "../constants/values/web-address.ts";
import { exactTextUpTo, filledText, textUpTo } from "./common.ts";

/** Fields that say who somebody is, in several requests. */

/** Blanks around it are left out, as forms and files have them. */
export const EmailAddress = z
  .string({ error: "must be an email" })
  .trim()
  .max(EMAIL_MAX, { error: `must be at most ${EMAIL_MAX} characters`, abort: true })
  .refine(isEmailAddress, { error: "must be an email" })
  .meta({ format: "email" });

/** A password that somebody chooses. */
export const NewPassword = z
  .string()
  .refine((text) => PASSWORD_RULES.every(({ pattern }) => pattern.test(text)), { error: PASSWORD_POLICY });

export const personName = () => filledText(PERSON_NAME_MAX);

export const optionalName = (max: number) => exactTextUpTo(max).optional();

/** The address of a picture. In production only https is accepted, by the route. */
export const ImageUrl = textUpTo(2_048)
  .trim()
  .refine(isImageUrl, { error: `must be an http or https address that ends in ${IMAGE_ENDINGS.join(", ")}` });

function isImageUrl(text: string): boolean {
  const url = isWebAddress(text) ? new URL(text) : undefined;
  if (!url || namesUser(url)) return false;
  return IMAGE_ENDINGS.some((ending) => url.pathname.toLowerCase().endsWith(`.${ending}`));
}
