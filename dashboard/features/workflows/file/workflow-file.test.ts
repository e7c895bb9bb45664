import { expect, test } from "vitest";
import { WorkflowFile } from "#contract/workflows/workflow-file.ts";
import { aListedWorkflow, aStepV2, aWorkflowV2 } from "#dashboard/testing/workflow-v2.ts";
import { copyOf } from "./copy-workflow.ts";
import { workflowFile } from "./export-workflows.ts";
import { readFile } from "./read-file.ts";
import { withReferences } from "./references.ts";

const NOW = new Date("2026-01-05T09:00:00.000Z");
const DATED = { createdAt: "", updatedAt: "" };
const LAYOUT = "00000000-0000-4000-8000-0000000000b1";
const FEED = "00000000-0000-4000-8000-0000000000b2";

const reads = {
  layout: async (reference: string) => ([LAYOUT, "plain"].includes(reference) ? { layoutId: "plain" } : null),
  feeds: async () => [
    {
      _id: FEED,
      id: FEED,
      _organizationId: "",
      _environmentId: "",
      name: "News",
      identifier: "news",
      deleted: false,
      ...DATED,
    },
  ],
};

const full = aWorkflowV2({
  description: "Says that it left",
  payloadSchema: { type: "object" },
  steps: [
    aStepV2({
      controlValues: { body: "Hello", feedId: FEED },
      variants: [
        { _id: "variant-1", name: "VIP", active: true, filters: [], controlValues: { body: "Dear", feedId: FEED } },
      ],
      branchId: "branch-1",
      expiresAfter: { amount: 2, unit: "days" },
      integrationIdentifier: "shop",
    }),
    aStepV2({ stepId: "mail", type: "email", controlValues: { subject: "It left", body: "", layoutId: LAYOUT } }),
  ],
});

const exported = () => workflowFile([aListedWorkflow()], { ...reads, definition: async () => full }, NOW);

test("an exported file is one that can be read, and has no id of the environment", async () => {
  const file = await exported();
  expect(WorkflowFile.parse(file)).toEqual(file);
  const text = JSON.stringify(file);
  for (const id of [full._id, LAYOUT, FEED, "variant-1", full.steps[0]?._id ?? ""]) expect(text).not.toContain(id);
  expect(file.workflows[0]).toMatchObject({
    workflowId: "order-shipped",
    group: "General",
    description: "Says that it left",
    payloadSchema: { type: "object" },
    steps: [
      {
        stepId: "bell",
        branchId: "branch-1",
        expiresAfter: { amount: 2, unit: "days" },
        integrationIdentifier: "shop",
        controlValues: { feedId: "news" },
        variants: [{ name: "VIP", controlValues: { feedId: "news" } }],
      },
      { stepId: "mail", controlValues: { layoutId: "plain" } },
    ],
  });
});

test("what is read of a file is what was written", async () => {
  const file = await exported();
  expect(readFile(JSON.stringify(file))).toEqual({
    kind: "read",
    workflows: [{ kind: "valid", workflow: file.workflows[0] }],
  });
});

test("layouts and feeds that an environment does not have are taken out, and named", async () => {
  const [workflow] = (await exported()).workflows;
  const maps = { layoutId: new Map(), feedId: new Map([["news", "feed-here"]]) };
  const { steps, missing } = withReferences(workflow?.steps ?? [], maps);
  expect(steps[0]?.controlValues).toEqual({ body: "Hello", feedId: "feed-here" });
  expect(steps[1]?.controlValues).toEqual({ subject: "It left", body: "" });
  expect(missing).toEqual([{ step: "Bell", reference: "layoutId", value: "plain" }]);
});

test.each([
  ["{", /line 1, column 2/],
  ["[]", /^The file has to be an object/],
  ['{"format":"other","version":1,"workflows":[{}]}', /^format must be "belfry-workflows"$/],
  ['{"format":"belfry-workflows","version":2,"workflows":[{}]}', /^version must be 1/],
  ['{"format":"belfry-workflows","version":1,"workflows":[]}', /^workflows must contain at least 1/],
])("the file %s is refused as a whole", (text, issue) => {
  expect(readFile(text)).toEqual({ kind: "refused", issues: [expect.stringMatching(issue)] });
});

test("a workflow with a fault is refused alone, with the place, and so is a second one of its identifier", () => {
  const good = { workflowId: "one", name: "One", steps: [] };
  const bad = { workflowId: "two", name: "Two", steps: [{ name: "", type: "sms" }] };
  const text = JSON.stringify({ format: "belfry-workflows", version: 1, workflows: [good, bad, good] });
  const read = readFile(text);
  expect(read.kind === "read" && read.workflows).toMatchObject([
    { kind: "valid" },
    { kind: "invalid", name: "Two", issues: ["workflows.1.steps.0.name should not be empty"] },
    { kind: "invalid", issues: ["workflows.2.workflowId one is that of an earlier workflow of the file"] },
  ]);
});

test("a copy of a long name still fits", () => {
  const copy = copyOf(aWorkflowV2({ name: "n".repeat(64), workflowId: "i".repeat(255) }));
  expect(copy.name).toHaveLength(64);
  expect(copy.name.endsWith(" copy")).toBe(true);
  expect(copy.workflowId).toHaveLength(255);
});
