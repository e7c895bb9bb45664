/** Seconds for which a process counts as running after it was last seen. */
export const LEASE_SECONDS = 40;
