import { z } from "zod";

/** The pace at which an integration sends, where it is not the one that the vendor documents. */
export const IntegrationPace = z
  .object({
    perSecond: z.number().min(0.01).max(10_000).optional().describe("Messages a second, by all processes together."),
    burst: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe("Messages that may be sent together after a pause."),
    concurrent: z.number().int().min(1).max(200).optional().describe("Messages under way at once, by each process."),
  })
  .strict()
  .refine((pace) => Object.keys(pace).length > 0, {
    error: "should have perSecond, burst or concurrent. Send null to remove what was set",
  });

export type IntegrationPace = z.infer<typeof IntegrationPace>;
