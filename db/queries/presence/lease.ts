/** Seconds for which a process counts as running after it was last seen. */
export const PRESENCE_LEASE_SECONDS = 40;
