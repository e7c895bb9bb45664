import { z } from "zod";
import { LOGO_MAX_BYTES } from "../constants/people.ts";
import { isWebAddress } from "../constants/values/web-address.ts";
import { KEY, ORGANIZATION_ADMIN, ORGANIZATION_KEY, PUBLIC, READER } from "../schemas/access.ts";
import { data, example, textUpTo } from "../schemas/common.ts";
import { unparsed } from "../schemas/media.ts";
import { operations } from "../schemas/operations.ts";
import { UpdateBranding } from "./organizations.ts";

/** Characters of base64 that a file of the largest size has. */
const BASE64_MAX = 4 * Math.ceil(LOGO_MAX_BYTES / 3);
/** The smallest PNG: one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A picture in base64. Mail programs show PNG and JPEG everywhere; SVG may hold scripts. */
export const UploadLogo = z
  .object({
    file: z
      .string()
      .min(1, { error: "should not be empty" })
      .max(BASE64_MAX, { error: `must be of at most ${LOGO_MAX_BYTES} bytes` })
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: "must be base64" }),
  })
  .meta(example({ file: PIXEL }));

/** The address at which the picture is served, for the branding to name. */
export const Logo = z.object({ url: z.string() });

/** A branding that need not be saved. The logo of a tenant may have any web address. */
const BrandingToPreview = UpdateBranding.extend({
  logo: textUpTo(2_048).trim().refine(isWebAddress, { error: "must be an http or https address" }).optional(),
}).meta(example({ logo: "https://example.com/logo", color: "#0a7cff", fontFamily: "Inter" }));
export type BrandingToPreview = z.infer<typeof BrandingToPreview>;

/** The preferences page and a mail without a layout of their own, as they look with a branding. */
export const BrandingPreview = z.object({ preferencesPage: z.string(), mail: z.string() });
export type BrandingPreview = z.infer<typeof BrandingPreview>;

export const brandingOperations = operations("organizations", {
  uploadLogo: {
    route: "POST /v1/organizations/branding/logo",
    client: "organizations.uploadLogo",
    summary: "Upload a logo: PNG or JPEG, up to 200 kB",
    access: [ORGANIZATION_KEY, ORGANIZATION_ADMIN],
    audit: "organization.logo_uploaded",
    body: UploadLogo,
    answer: { 201: data(Logo) },
    failures: ["forbidden"],
  },

  previewBranding: {
    route: "POST /v1/organizations/branding/preview",
    client: "organizations.previewBranding",
    summary: "Preview a branding on the preferences page and an email; it need not be saved",
    access: [KEY, READER],
    audit: { none: "a preview changes nothing" },
    body: BrandingToPreview,
    answer: { 200: data(BrandingPreview) },
  },
});

export const logoOperations = operations("organizations", {
  getLogo: {
    route: "GET /v1/logos/:file",
    client: "organizations.getLogo",
    summary: "Get an uploaded logo; the image at an address never changes",
    access: [PUBLIC],
    params: z.object({ file: textUpTo(64) }),
    answer: {
      200: {
        description: "The picture",
        content: { "image/png": unparsed("string", ""), "image/jpeg": unparsed("string", "") },
      },
    },
    failures: ["not_found"],
  },
});
