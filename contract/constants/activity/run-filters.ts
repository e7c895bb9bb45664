/** In the order of their turns in a lane: a critical workflow before events for one, and these before broadcasts. */
export const RUN_PRIORITIES = ["critical", "direct", "broadcast"] as const;
export type RunPriority = (typeof RUN_PRIORITIES)[number];

/** How runs of a test differ: nothing is sent or called, waits end at once, or messages go to the addresses of test delivery. */
export const RUN_TESTS = ["dry", "without_delays", "test_delivery"] as const;
export type RunTest = (typeof RUN_TESTS)[number];
