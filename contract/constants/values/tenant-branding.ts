import { namesUser, webAddressOf } from "./web-address.ts";

/** Fields that an organisation's branding and a tenant's have in common, which templates print as `branding`. */
export const BRANDING_FIELDS = ["logo", "color", "fontColor", "contentBackground", "fontFamily"] as const;
export type BrandingField = (typeof BRANDING_FIELDS)[number];
export type BrandingValues = Partial<Record<BrandingField, string>>;

export const HEX_COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** As the name of a font stands in a style sheet, so that it cannot end the rule that it becomes a part of. */
export const FONT_FAMILY = /^[\p{L}\p{N} _,'"-]*$/u;
export const FONT_FAMILY_MAX = 255;
const LOGO_MAX = 2_048;

const COLOR = { isValid: (text: string) => HEX_COLOR.test(text), rule: "must be a hexadecimal color, such as #0a7cff" };

/** The rules for the values of a tenant, and what each says of a value that breaks it. */
export const TENANT_BRANDING_RULES: Readonly<
  Record<BrandingField, { isValid: (text: string) => boolean; rule: string }>
> = {
  logo: { isValid: isLogo, rule: "must be an https address" },
  color: COLOR,
  fontColor: COLOR,
  contentBackground: COLOR,
  fontFamily: {
    isValid: (text) => text.length <= FONT_FAMILY_MAX && FONT_FAMILY.test(text),
    rule: "must be names of fonts, separated by commas",
  },
};

/** Logos that were uploaded to a Belfry on this machine have an http address of it. */
function isLogo(text: string): boolean {
  const url = text.length <= LOGO_MAX ? webAddressOf(text) : undefined;
  if (!url || namesUser(url)) return false;
  return url.protocol === "https:" || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

interface TenantBranding {
  values: BrandingValues;
  /** The fields with values that are not rendered, in the order of the fields; `rule` says what they must be. */
  invalid: { field: BrandingField; rule: string }[];
}

/**
 * Reads `data.branding` of a tenant, which may be anything. Absent fields, null and empty texts are inherited from the organisation, and so
 * are invalid ones, which are listed.
 */
export function brandingOfTenant(data: unknown): TenantBranding {
  const read: TenantBranding = { values: {}, invalid: [] };
  const given = own(data, "branding");
  for (const field of BRANDING_FIELDS) {
    const value = own(given, field);
    if (value === undefined || value === null || value === "") continue;
    const { isValid, rule } = TENANT_BRANDING_RULES[field];
    if (typeof value !== "string" || !isValid(value)) read.invalid.push({ field, rule });
    // The parser writes what could end an attribute by its code.
    else read.values[field] = field === "logo" ? (webAddressOf(value)?.href ?? value) : value;
  }
  return read;
}

const own = (object: unknown, key: string): unknown =>
  typeof object === "object" && object !== null && !Array.isArray(object) && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;
