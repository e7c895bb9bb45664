/** Fields whose value is null are left out: the wire has no nulls, except where a contract says so. */
export function withoutNulls<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== null && value !== undefined) present[key] = value;
  }
  // The loop is what makes the type true; the compiler cannot see that.
  return present as { [K in keyof T]: Exclude<T[K], null> };
}

interface OwnedRow {
  id: string;
  organizationId: string;
  environmentId: string;
}

/** An object's own id and its owners under the names of the wire. */
export const ownedFields = ({ id, organizationId, environmentId }: OwnedRow) => ({
  _id: id,
  id,
  _organizationId: organizationId,
  _environmentId: environmentId,
});

export const datedFields = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
