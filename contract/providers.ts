import { z } from "zod";
import { CHANNELS } from "./constants/channels.ts";
import { SUPPRESSION_KINDS } from "./constants/suppressions.ts";
import { PUBLIC } from "./schemas/access.ts";
import { operations } from "./schemas/operations.ts";

/** Backgrounds that the mark of a provider is drawn for. */
export const LOGO_THEMES = ["light", "dark"] as const;
export type LogoTheme = (typeof LOGO_THEMES)[number];

/** How a form asks for a credential. */
export const CREDENTIAL_TYPES = [
  "string",
  "text",
  "number",
  "boolean",
  "switch",
  "dropdown",
  "object",
  "password",
] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** One choice of a dropdown; null stands for "let the provider decide". */
export const CredentialChoice = z.object({ name: z.string(), value: z.string().nullable() });
export type CredentialChoice = z.infer<typeof CredentialChoice>;

/**
 * One field of the form that connects a provider. `secret` ones never come back in clear, and are to be entered again whenever a
 * `destination` changes, which says where they are sent.
 */
export const CredentialField = z.object({
  key: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  type: z.enum(CREDENTIAL_TYPES),
  required: z.boolean(),
  secret: z.boolean().optional(),
  destination: z.boolean().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  dropdown: z.array(CredentialChoice).optional(),
});
export type CredentialField = z.infer<typeof CredentialField>;

/** One provider as the integration store shows it. */
export const CatalogueEntry = z.object({
  id: z.string(),
  displayName: z.string(),
  channel: z.enum(CHANNELS),
  credentials: z.array(CredentialField),
  /** The vendor's page on the credentials; absent where there is no vendor. */
  docReference: z.string().optional(),
  /**
   * How the vendor comes to report what became of messages: what to do there, instruction by instruction, and its page about it. Without
   * instructions, each message names the address. Absent where Belfry reads no reports of the vendor.
   */
  reports: z.object({ steps: z.array(z.string()), docReference: z.string().optional() }).optional(),
  /**
   * The kinds of suppressions for which the vendor keeps a list of its own: it is asked to take an address off when one is lifted. Absent
   * where it cannot be asked.
   */
  lifts: z.array(z.enum(SUPPRESSION_KINDS)).optional(),
  logoFileName: z.object({ light: z.string(), dark: z.string() }),
  betaVersion: z.boolean().optional(),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const providerLogoOperations = operations("integrations", {
  getProviderLogo: {
    route: "GET /v1/integrations/providers/logos/:theme/:file",
    client: "integrations.getProviderLogo",
    summary: "Get the logo of a provider, always as SVG",
    access: [PUBLIC],
    params: z.object({ theme: z.enum(LOGO_THEMES), file: z.string().max(100) }),
    answer: { 200: z.string() },
    failures: ["not_found"],
  },
});
