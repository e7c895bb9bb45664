import { inject } from "vitest";

/** `host:port` of the Temporal that all integration tests share; use task queues and ids of your own. */
export function testTemporalAddress(): string {
  return inject("temporalAddress");
}
