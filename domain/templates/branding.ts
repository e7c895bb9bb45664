import type { Branding } from "#contract/accounts/organizations.ts";
import { type BrandingValues, brandingOfTenant } from "#contract/constants/values/tenant-branding.ts";

/** Colour of the product, for organisations that have not chosen one. */
const DEFAULT_COLOR = "#f47373";

export interface TemplateBranding extends BrandingValues {
  logo: string;
  color: string;
}

/**
 * The branding of a message: the organisation's, with the valid fields of the tenant's `data.branding` in their places, each by itself.
 * What neither has is left out, but for the logo, which is empty, and the colour, which is the product's.
 */
export function brandingFor(
  organization: Omit<Branding, "direction"> | null | undefined,
  tenant: object | null | undefined,
): TemplateBranding {
  const { logo, color, fontColor, contentBackground, fontFamily } = {
    ...organization,
    ...(tenant && "data" in tenant ? brandingOfTenant(tenant.data).values : undefined),
  };
  return {
    logo: logo ?? "",
    color: color || DEFAULT_COLOR,
    ...(fontColor && { fontColor }),
    ...(contentBackground && { contentBackground }),
    ...(fontFamily && { fontFamily }),
  };
}
