import type { PayloadSample } from "#contract/v2/payload-samples.ts";
import type { PayloadSampleRow } from "#db/queries/workflows/payload-samples.ts";
import { datedFields } from "../fields.ts";

export const payloadSampleView = (sample: PayloadSampleRow): PayloadSample => ({
  _id: sample.id,
  name: sample.name,
  payload: sample.payload,
  ...datedFields(sample),
});
