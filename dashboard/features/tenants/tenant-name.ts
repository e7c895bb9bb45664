/** Returns the name of a tenant, or else its identifier. */
export const tenantName = ({ identifier, name }: { identifier: string; name?: string | undefined }): string =>
  name || identifier;
