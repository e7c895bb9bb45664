/** The environment that a call acts in. Every query is given one and filters by it. */
export interface Scope {
  organizationId: string;
  environmentId: string;
}

export const scopeOf = ({ organizationId, environmentId }: Scope): Scope => ({ organizationId, environmentId });
