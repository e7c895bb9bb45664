import type { Body } from "#client/client.ts";
import { nullIfMissing } from "#dashboard/errors.ts";
import type { Call } from "./operations.ts";

/** The latest runs whose payloads say which variables there are. */
const SEEN_RUNS = 20;

/** The server counts no more messages after a page. */
const MESSAGES_COUNTED = 10_000;

/** The attribute of the element that stands for the content of emails. */
export const LAYOUT_PLACE = "data-content-place";

interface Ways {
  call: Call;
  environmentId: string | undefined;
}

/**
 * Reads that are not the answer of one operation as it is, or that are kept for another time. A name begins with the resource whose
 * changes outdate the read; those that begin with `previews` are answers about content that need not be saved, which no change outdates.
 */
export const COMPOSED_READS = {
  /** The signed-in member, their organisation and its environments. */
  membership: async ({ call }: Ways) => {
    const [{ user: account, permissions }, organization, environments] = await Promise.all([
      call("auth.getSession"),
      call("organizations.getCurrent"),
      call("environments.getAll"),
    ]);
    return { account, permissions, organization, environments };
  },
  /** The signed-in person, who may belong to no organisation. */
  "auth.account": async ({ call }: Ways) => (await call("auth.getSession")).user,
  /** Workflows to begin with; none where an installation has not made any yet. */
  "blueprints.offered": async ({ call }: Ways) =>
    (await nullIfMissing(call("blueprints.list"))) ?? { general: [], popular: { name: "Popular", blueprints: [] } },
  /** Runs and failures of the last seven days, of the workflows of a page. */
  "v2.workflows.activity": ({ call }: Ways, ids: readonly string[]) =>
    call("notifications.getWorkflowActivity", { ids: [...ids] }),
  /** Counts of the delays, digests and retries of a workflow. */
  "v2.workflows.waiting": ({ call }: Ways, workflowId: string) => call("waiting.count", { workflowId }),
  /** A workflow as its editor opens it. */
  "v2.workflows.edited": ({ call }: Ways, workflowId: string) => call("v2.workflows.get", workflowId, {}),
  /** A workflow of either version as it can be created again. */
  "v2.workflows.definition": ({ call }: Ways, reference: string) => call("v2.workflows.get", reference, {}),
  /** The name of the workflow that has the id; null once it is deleted. */
  "v2.workflows.nameOf": async ({ call }: Ways, id: string) =>
    (await nullIfMissing(call("v2.workflows.get", id, {})))?.name ?? null,
  /** The workflow that has the identifier; null where there is none. */
  "v2.workflows.named": async ({ call }: Ways, identifier: string) => {
    // The search has what it finds by its whole identifier first, and a free one is no error.
    const found = await call("search.find", { query: identifier, limit: 20 });
    return found.find(({ kind, workflowId }) => kind === "workflow" && workflowId === identifier) ?? null;
  },
  "v2.workflows.tags": async ({ call, environmentId }: Ways) =>
    environmentId === undefined ? [] : call("v2.environments.listTags", environmentId),
  /** The layout of emails that name none; null where the environment has no default. */
  "v2.layouts.default": async ({ call }: Ways) => {
    const page = { limit: 100, orderBy: "createdAt", orderDirection: "ASC" } as const;
    // As a rule it is the first that was made.
    for (let offset = 0; ; offset += page.limit) {
      const found = await call("v2.layouts.list", { ...page, offset });
      const layout = found.layouts.find(({ isDefault }) => isDefault);
      if (layout || offset + page.limit >= found.totalCount) return layout ?? null;
    }
  },
  /** The layout that an id, a slug or an identifier names; null for none. */
  "v2.layouts.named": ({ call }: Ways, reference: string) => nullIfMissing(call("v2.layouts.get", reference)),
  /** A layout as its editor opens it. */
  "v2.layouts.edited": ({ call }: Ways, layoutId: string) => call("v2.layouts.get", layoutId),
  /** A layout as emails are sent in it, around an element that stands for their content. */
  "v2.layouts.around": async ({ call }: Ways, layoutId: string) => {
    const { result } = await call("v2.layouts.preview", layoutId, { content: `<div ${LAYOUT_PLACE}></div>` });
    return result.preview.body;
  },
  /** How many topics and messages a subscriber has, up to a limit. */
  "v2.subscribers.holdings": async ({ call }: Ways, subscriberId: string) => {
    const [topics, messages] = await Promise.all([
      call("v2.subscribers.listSubscriptions", subscriberId, { limit: 1 }),
      call("messages.list", { subscriberId, limit: 1 }),
    ]);
    return {
      topics: { count: topics.totalCount, isMore: topics.totalCountCapped },
      messages: { count: messages.totalCount, isMore: messages.totalCount >= MESSAGES_COUNTED },
    };
  },
  /** How many subscribers a topic has, up to a limit. */
  "v2.topics.size": async ({ call }: Ways, key: string) => {
    const { totalCount, totalCountCapped } = await call("v2.topics.listSubscriptions", key, { limit: 1 });
    return { count: totalCount, isMore: totalCountCapped };
  },
  /** The payloads of a workflow's latest runs, newest first. */
  "notifications.payloads": async ({ call }: Ways, workflowId: string) => {
    const { data } = await call("notifications.list", {
      templates: [workflowId],
      limit: SEEN_RUNS,
      dryRuns: "exclude",
    });
    return data.flatMap(({ payload }) => (payload ? [payload] : []));
  },
  /** An email in the layout with another content. */
  "previews.layout": async ({ call }: Ways, layoutId: string, content: string) => {
    const { result } = await call("v2.layouts.preview", layoutId, {
      controlValues: { email: { body: content, editorType: "html" } },
    });
    return result.preview.body;
  },
  /** Mails and the preferences page, rendered with a branding. */
  "previews.branding": ({ call }: Ways, body: Body<"previewBranding">) => call("organizations.previewBranding", body),
  "previews.step": ({ call }: Ways, workflowId: string, stepId: string, body: NonNullable<Body<"previewStep">>) =>
    call("v2.workflows.previewStep", workflowId, stepId, body),
  /** Conditions tried on the latest events. */
  "previews.conditions": ({ call }: Ways, workflowId: string, body: Body<"tryConditions">) =>
    call("v2.workflows.tryConditions", workflowId, body),
  /** The outcome of a step for the events of the last seven days. */
  "previews.wait": ({ call }: Ways, workflowId: string, body: Body<"simulateWait">) =>
    call("v2.workflows.simulateWait", workflowId, body),
} satisfies Record<string, (ways: Ways, ...args: never[]) => Promise<unknown>>;
