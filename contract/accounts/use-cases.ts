import { z } from "zod";

/** Uses that an organisation plans. */
export const ProductUseCases = z.object({
  in_app: z.boolean().optional(),
  multi_channel: z.boolean().optional(),
  delay: z.boolean().optional(),
  translation: z.boolean().optional(),
  digest: z.boolean().optional(),
});
export type ProductUseCases = z.infer<typeof ProductUseCases>;
