import type { VersionUsage, WorkflowVersion, WorkflowVersionContent } from "#contract/v2/workflow-versions.ts";
import type { ListedWorkflowV2, StepV2, TestData, WorkflowV2 } from "#contract/v2/workflows.ts";
import type { Workflow } from "#contract/workflows/workflows.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";

export const aStepV2 = (change: Partial<StepV2> = {}): StepV2 => ({
  _id: "00000000-0000-4000-8000-0000000000a1",
  stepId: "bell",
  slug: "bell_st_1",
  name: "Bell",
  type: "in_app",
  origin: "novu-cloud",
  workflowId: "order-shipped",
  workflowDatabaseId: "00000000-0000-4000-8000-0000000000f1",
  controls: { values: { body: "Hello" } },
  controlValues: { body: "Hello" },
  active: true,
  shouldStopOnFail: false,
  outsideHours: "defer",
  replyCallback: {},
  filters: [],
  variants: [],
  variables: { type: "object" },
  issues: {},
  ...change,
});

const CHANNELS = {
  in_app: { enabled: true },
  email: { enabled: true },
  sms: { enabled: true },
  chat: { enabled: true },
  push: { enabled: true },
};

export const aWorkflowV2 = (change: Partial<WorkflowV2> = {}): WorkflowV2 => ({
  _id: "00000000-0000-4000-8000-0000000000f1",
  workflowId: "order-shipped",
  slug: "order-shipped_wf_1",
  name: "Order shipped",
  tags: [],
  status: "ACTIVE",
  origin: "novu-cloud",
  severity: "none",
  createdAt: MOMENT,
  updatedAt: MOMENT,
  active: true,
  version: 1,
  preferences: { user: null, default: { all: { enabled: true, readOnly: false }, channels: CHANNELS } },
  steps: [aStepV2()],
  validatePayload: false,
  isTranslationEnabled: false,
  ...change,
});

let listed = 0;

export function aListedWorkflow(change: Partial<ListedWorkflowV2> = {}): ListedWorkflowV2 {
  listed += 1;
  return {
    _id: `00000000-0000-4000-8000-0000000${String(listed).padStart(5, "0")}`,
    workflowId: "order-shipped",
    slug: `order-shipped_wf_${listed}`,
    name: "Order shipped",
    tags: [],
    status: "ACTIVE",
    origin: "novu-cloud",
    severity: "none",
    createdAt: MOMENT,
    updatedAt: MOMENT,
    stepTypeOverviews: ["in_app"],
    steps: [{ slug: "bell_st_1", type: "in_app" }],
    active: true,
    needsAction: false,
    notificationGroup: { _id: "00000000-0000-4000-8000-0000000000c1", name: "General" },
    updatedBy: { _id: "00000000-0000-4000-8000-0000000000c2", firstName: "Ada" },
    ...change,
  };
}

/** The answer of `GET /v2/workflows`. */
export const listOf = (...workflows: ListedWorkflowV2[]) => ({
  body: { data: { workflows, totalCount: workflows.length } },
});

const TEST_DATA: TestData = {
  to: { type: "object", properties: { subscriberId: { type: "string" } } },
  payload: { type: "object", properties: { number: { type: "string" } } },
  example: { name: "order-shipped", to: { subscriberId: "subscriber-1" }, payload: { number: "number" } },
};

const NO_USAGE: VersionUsage = { environments: [], waiting: [], hasMore: false };

/** Handlers of a server by which the screen of a workflow opens, with its tabs; others may stand in for some of them. */
export const opened = (workflow: Workflow, change: Partial<WorkflowV2> = {}) => {
  const { _id, name, active } = workflow;
  const edited = aWorkflowV2({ _id, name, active, ...change });
  return {
    [`GET /v2/workflows/${_id}`]: () => ({ body: { data: edited } }),
    [`GET /v2/workflows/${_id}/test-data`]: () => ({ body: { data: TEST_DATA } }),
    [`GET /v2/workflows/${_id}/samples`]: () => ({ body: { data: [] } }),
    [`GET /v2/workflows/${_id}/version-usage`]: () => ({ body: { data: NO_USAGE } }),
  };
};

const aVersion = (change: Partial<WorkflowVersion> = {}): WorkflowVersion => ({
  version: 1,
  isCurrent: false,
  isWorkingCopy: false,
  createdAt: MOMENT,
  createdBy: { _id: "00000000-0000-4000-8000-0000000000c2", firstName: "Ada" },
  changes: ["Created with one step"],
  ...change,
});

/** Handlers of the history of a workflow: its versions, the oldest first, and the contents that they had. */
export function historyOf(
  { _id }: Pick<Workflow, "_id">,
  versions: readonly (Partial<WorkflowVersion> & Partial<WorkflowVersionContent>)[],
  usage: Partial<VersionUsage> = {},
) {
  const path = `/v2/workflows/${_id}`;
  const all = versions.map((version, index) => ({
    ...aVersion({ version: index + 1, isCurrent: index === versions.length - 1 }),
    steps: [aStepV2()],
    validatePayload: false,
    ...version,
  }));
  const listed = all.map(({ steps: _steps, validatePayload: _check, payloadSchema: _schema, ...version }) => version);
  const used = { environments: [], waiting: [], hasMore: false, ...usage };
  return {
    [`GET ${path}/versions`]: () => ({ body: { data: listed.toReversed(), next: null } }),
    [`GET ${path}/version-usage`]: () => ({ body: { data: used } }),
    ...Object.fromEntries(
      all.map((content) => [`GET ${path}/versions/${content.version}`, () => ({ body: { data: content } })]),
    ),
  };
}
