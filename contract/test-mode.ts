import { z } from "zod";

const flag = z.boolean({ error: "must be true or false" }).optional();

/** Beginning of the transactionId of a dry run, by which the real event of an id is not taken for its repetition. */
export const DRY_RUN_PREFIX = "dry-";

/** How a test event is to differ from a real one. */
export const GivenTestMode = z
  .object(
    {
      dryRun: flag.describe(
        "Decides and renders every step, and stores the result with the run. No provider, HTTP step or webhook is called, no inbox gets a message, and the runs count in no statistic, limit or digest. Recipients with fields are stored as ever. The `transactionId` becomes one that begins with `dry-`, so that the real event of that id is no repetition",
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

export type GivenTestMode = z.infer<typeof GivenTestMode>;

/** How the event of a test differs: in one of these, or both. A real event has no mode. */
export const TestMode = z.object({ dryRun: z.boolean(), skipDelays: z.boolean() });
export type TestMode = z.infer<typeof TestMode>;
