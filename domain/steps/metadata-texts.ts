import type { Filter } from "#contract/schemas/conditions.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { mapLeaves } from "../values/map-leaves.ts";

/** Returns the templates in a step's metadata, by the path of their field inside it: of an HTTP request, or of a payload to start a workflow with. */
export function metadataTexts(metadata: StepMetadata): [field: string, text: string][] {
  const texts: [string, string][] = [];
  mapMetadataTexts(metadata, (text, field) => {
    texts.push([field, text]);
    return text;
  });
  return texts;
}

/** The same metadata with each template in it replaced by what `change` makes of it. */
export function mapMetadataTexts(
  metadata: StepMetadata,
  change: (text: string, field: string) => string,
): StepMetadata {
  if (metadata.type === "http") {
    const { url, headers, body } = metadata;
    const changed = mapLeaves({ url, headers, body }, (leaf, path) =>
      typeof leaf === "string" ? change(leaf, path.join(".")) : leaf,
    );
    // The structure is the same, with texts where there were texts.
    return { ...metadata, ...(changed as Pick<typeof metadata, "url" | "headers" | "body">) };
  }
  if (metadata.type === "trigger") {
    const { workflowId, payload } = metadata;
    const changed = mapLeaves({ workflowId, ...(payload && { payload }) }, (leaf, path) =>
      typeof leaf === "string" ? change(leaf, path.join(".")) : leaf,
    );
    return { ...metadata, ...(changed as Pick<typeof metadata, "workflowId" | "payload">) };
  }
  return metadata;
}

/** The conditions of a branch step's branches; empty for any other step. */
export const branchFilters = (metadata: StepMetadata): Filter[] =>
  metadata.type === "branch" ? metadata.branches.flatMap(({ filters }) => filters) : [];
