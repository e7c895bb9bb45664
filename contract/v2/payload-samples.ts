import { z } from "zod";
import { NAME_MAX, PAYLOAD_SAMPLE_MAX_BYTES, PAYLOAD_SAMPLES_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { data, dated, example, filledText, Id } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { PayloadDocument } from "../workflows/step-preview.ts";
import { WorkflowPath } from "./workflows.ts";

const payload = PayloadDocument.refine(
  (given) => new TextEncoder().encode(JSON.stringify(given)).length <= PAYLOAD_SAMPLE_MAX_BYTES,
  { error: `must be at most ${PAYLOAD_SAMPLE_MAX_BYTES / 1024} kB of JSON: leave out what templates do not use` },
);

export const CreatePayloadSample = z
  .object({ name: filledText(NAME_MAX), payload })
  .meta(example({ name: "Large order", payload: { order: "Nr. 7", total: 250 } }));
export type CreatePayloadSample = z.infer<typeof CreatePayloadSample>;

/** Changes of a sample; a field that is left out stays. */
export const PatchPayloadSample = z
  .object({ name: filledText(NAME_MAX).optional(), payload: payload.optional() })
  .meta(example({ name: "Largest order" }));
export type PatchPayloadSample = z.infer<typeof PatchPayloadSample>;

/** A payload that is kept under a name, for previews and tests of its workflow. */
export const PayloadSample = z
  .object({ _id: z.string(), name: z.string(), payload: z.record(z.string(), z.unknown()), ...dated() })
  .meta({ id: "PayloadSample" });
export type PayloadSample = z.infer<typeof PayloadSample>;

const SamplePath = WorkflowPath.extend({ sampleId: Id });

export const payloadSampleOperations = operations("workflows", {
  listPayloadSamples: {
    route: "GET /v2/workflows/:workflowId/samples",
    client: "v2.workflows.listSamples",
    summary: "List the payload samples of a workflow by name",
    description: "Payloads for previews and tests. They belong to no version of the workflow, and are not published.",
    access: [KEY, READER],
    params: WorkflowPath,
    answer: { 200: data(z.array(PayloadSample)) },
    failures: ["not_found"],
  },

  createPayloadSample: {
    route: "POST /v2/workflows/:workflowId/samples",
    client: "v2.workflows.createSample",
    summary: "Save a payload as a sample",
    description: `A workflow has at most ${PAYLOAD_SAMPLES_MAX} samples, each under a name of its own.`,
    access: [KEY, EDITOR],
    audit: { none: "it changes nothing that is sent" },
    params: WorkflowPath,
    body: CreatePayloadSample,
    answer: { 201: data(PayloadSample) },
    failures: ["not_found", "conflict"],
  },

  patchPayloadSample: {
    route: "PATCH /v2/workflows/:workflowId/samples/:sampleId",
    client: "v2.workflows.patchSample",
    summary: "Rename a sample, or change its payload",
    access: [KEY, EDITOR],
    audit: { none: "it changes nothing that is sent" },
    params: SamplePath,
    body: PatchPayloadSample,
    answer: { 200: data(PayloadSample) },
    failures: ["not_found", "conflict"],
  },

  deletePayloadSample: {
    route: "DELETE /v2/workflows/:workflowId/samples/:sampleId",
    client: "v2.workflows.deleteSample",
    summary: "Delete a sample",
    access: [KEY, EDITOR],
    audit: { none: "it changes nothing that is sent" },
    params: SamplePath,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
