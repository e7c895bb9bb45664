/**
 * Whether bridges of an environment may have a certificate that they signed themselves: refused in Production alone, by
 * the environment's name, and in one that is not there.
 */
export const allowsSelfSigned = (environmentName: string | undefined): boolean =>
  environmentName !== undefined && environmentName.trim().toLowerCase() !== "production";
