import { z } from "zod";

const flag = z.boolean({ error: "must be true or false" }).optional();

/** How a test event differs from a real one. */
export const TestMode = z
  .object(
    {
      dryRun: flag.describe(
        "Decides and renders every step, and stores the result with the run. No provider, HTTP step or webhook is called, no inbox gets a message, and the runs count in no statistic, limit or digest. Recipients with fields are stored as ever",
      ),
      skipDelays: flag.describe(
        "Digests, delays, throttles, waits for events and the subscribers' hours end at once. A digest has this event alone, and leaves open digests as they are",
      ),
    },
    { error: "must be an object" },
  )
  .describe(
    "Makes a test event. Not in Production. The runs say `testMode`, and every step what it would do or what was skipped",
  );

/** How the stored event of a test differs; it has at least one of the two. */
export interface TestMode {
  dryRun: boolean;
  skipDelays: boolean;
}

/** Of an answer: absent for a real event. */
export const ShownTestMode = z.object({ dryRun: z.boolean(), skipDelays: z.boolean() });
