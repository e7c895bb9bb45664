import { type FetchQueryOptions, infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Belfry, Body, Query } from "#client/client.ts";
import type { OverviewPeriod } from "#contract/constants/overview-periods.ts";
import type { ImportLocales } from "#contract/translations.ts";
import { nullIfMissing } from "./errors.ts";

const HEALTH_POLL_MS = 30_000;
/** The wait until a read that failed is repeated: soon, so that a server that is back is not shown as away, and not without pause. */
export const FAILED_POLL_MS = 5_000;
const OVERVIEW_POLL_MS = 30_000;
/** The latest runs whose payloads say which variables there are. */
const SEEN_RUNS = 20;

/** All keys of the query cache. Invalidating a key also invalidates the keys that begin with it. */
export const queryKeys = {
  health: ["health"],
  membership: ["membership"],
  account: ["account"],
  organizations: ["organizations"],
  members: ["members"],
  apiKeys: ["api-keys"],
  roles: ["roles"],
  sessions: ["sessions"],
  shownKey: (environmentId: string | undefined) => ["environment", environmentId, "shown-key"],
  workflows: (environmentId: string | undefined) => ["environment", environmentId, "workflows"],
  workflowList: (environmentId: string | undefined, ...filter: object[]) => [
    ...queryKeys.workflows(environmentId),
    "list",
    ...filter,
  ],
  groups: (environmentId: string | undefined) => ["environment", environmentId, "groups"],
  workflow: (environmentId: string | undefined, workflowId: string) => [
    ...queryKeys.workflows(environmentId),
    "one",
    workflowId,
  ],
  samples: (environmentId: string | undefined, workflowId: string) => [
    ...queryKeys.workflow(environmentId, workflowId),
    "samples",
  ],
  runs: (environmentId: string | undefined) => ["environment", environmentId, "runs"],
  layouts: (environmentId: string | undefined) => ["environment", environmentId, "layouts"],
  layout: (environmentId: string | undefined, layoutId: string) => [
    ...queryKeys.layouts(environmentId),
    "one",
    layoutId,
  ],
  translations: (environmentId: string | undefined) => ["environment", environmentId, "translations"],
  outbox: (environmentId: string | undefined) => ["environment", environmentId, "outbox"],
} as const;

/** The attribute of the element that stands for the content of emails. */
export const LAYOUT_PLACE = "data-content-place";

/**
 * Keeps the rows of the previous search on screen while those of the next one load, so that nothing jumps. Rows of another
 * environment are removed at once.
 */
const keepRows =
  (environmentId: string | undefined) =>
  <T>(rows: T | undefined, before: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    before?.queryKey[1] === environmentId ? rows : undefined;

/** The health of Belfry's dependencies. */
export const healthQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => api.health.get({ signal }),
    refetchInterval: ({ state }) => (state.status === "error" ? FAILED_POLL_MS : HEALTH_POLL_MS),
  });

/** Workflows to begin with; none where an installation has not made any yet. They are the same for all environments. */
const templatesQuery = (api: Belfry) =>
  queryOptions({
    queryKey: ["templates"],
    queryFn: async ({ signal }) => {
      const none = { general: [], popular: { name: "Popular", blueprints: [] } };
      return (await nullIfMissing(api.blueprints.list({ signal }))) ?? none;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The signed-in member, their organisation and its environments. Read once per session: signing out clears the cache. */
export const membershipQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.membership,
    queryFn: async ({ signal }) => {
      const [{ user: account, permissions }, organization, environments] = await Promise.all([
        api.auth.getSession({ signal }),
        api.organizations.getCurrent({ signal }),
        api.environments.getAll({ signal }),
      ]);
      return { account, permissions, organization, environments };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The signed-in person, who may belong to no organisation. */
export const accountQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.account,
    queryFn: async ({ signal }) => (await api.auth.getSession({ signal })).user,
  });

/** The organisations that the signed-in person belongs to. */
export const organizationsQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.organizations,
    queryFn: ({ signal }) => api.organizations.list({ signal }),
    staleTime: 60_000,
  });

/** The members of the open organisation, and who was invited to it. */
export const membersQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.members,
    queryFn: ({ signal }) => api.organizations.getMembers({ signal }),
  });

/** The API keys of all environments, and those of the organisation. */
export const apiKeysQuery = (api: Belfry, environmentId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => api.apiKeys.list({ signal, environmentId }),
  });

/** The sign-ins of the person that have not ended. */
export const sessionsQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.auth.listSessions({ signal }),
  });

/** The roles that members and API keys may have. */
export const rolesQuery = (api: Belfry) =>
  queryOptions({
    queryKey: queryKeys.roles,
    queryFn: ({ signal }) => api.organizations.listRoles({ signal }),
  });

/**
 * Returns how loaders read the queries of their screens. The first load does not wait for them: once the router shows the
 * shell's skeleton, it keeps that until all loaders have ended, while a screen in the shell has a skeleton of its own.
 */
export const prefetchBy =
  (queryClient: QueryClient, isFirstLoad: boolean) =>
  async <T, K extends readonly unknown[]>(query: FetchQueryOptions<T, Error, T, K>): Promise<void> => {
    const read = queryClient.prefetchQuery(query);
    if (!isFirstLoad) await read;
  };

/** Every read of one environment. */
export function environmentQueries(api: Belfry, environmentId: string | undefined) {
  const placeholderData = keepRows(environmentId);
  return {
    overview: (period: OverviewPeriod) =>
      queryOptions({
        queryKey: ["environment", environmentId, "overview", period],
        queryFn: ({ signal }) => api.overview.get({ period }, { signal, environmentId }),
        refetchInterval: OVERVIEW_POLL_MS,
        placeholderData,
      }),
    integrations: () =>
      queryOptions({
        queryKey: ["environment", environmentId, "integrations"],
        queryFn: ({ signal }) => api.integrations.getAll({ signal, environmentId }),
      }),
    subscribers: {
      list: (filter: Query<"listSubscribers">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "subscribers", "list", filter],
          queryFn: ({ signal }) => api.subscribers.list(filter, { signal, environmentId }),
        }),
    },
    tenants: {
      list: (filter: Query<"listTenants">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "tenants", "list", filter],
          queryFn: ({ signal }) => api.tenants.list(filter, { signal, environmentId }),
        }),
    },
    messages: {
      list: (filter: Query<"listMessages">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "messages", "list", filter],
          queryFn: ({ signal }) => api.messages.list(filter, { signal, environmentId }),
          placeholderData,
        }),
    },
    waiting: {
      list: (filter: Query<"listWaiting">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "waiting", "list", filter],
          queryFn: ({ signal }) => api.waiting.list(filter, { signal, environmentId }),
          placeholderData,
        }),
    },
    templates: () => templatesQuery(api),
    workflows: {
      list: (filter: Query<"searchWorkflows">) =>
        queryOptions({
          queryKey: queryKeys.workflowList(environmentId, filter),
          queryFn: ({ signal }) => api.v2.workflows.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      /** Runs and failures of the last seven days, of the workflows of a page. */
      activity: (ids: readonly string[]) =>
        queryOptions({
          queryKey: [...queryKeys.workflows(environmentId), "activity", ids],
          queryFn: ({ signal }) => api.notifications.getWorkflowActivity({ ids: [...ids] }, { signal, environmentId }),
          enabled: ids.length > 0,
        }),
      /** Counts of the delays, digests and retries of a workflow. */
      waiting: (workflowId: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "waiting"],
          queryFn: ({ signal }) => api.waiting.count({ workflowId }, { signal, environmentId }),
        }),
      /** A workflow of either version as it can be created again. */
      definition: (reference: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, reference), "definition"],
          queryFn: ({ signal }) => api.v2.workflows.get(reference, {}, { signal, environmentId }),
          staleTime: 0,
        }),
      /** The name of the workflow that has the id; null once it is deleted. */
      name: (id: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, id), "name"],
          queryFn: async ({ signal }) => {
            const workflow = await nullIfMissing(api.v2.workflows.get(id, {}, { signal, environmentId }));
            return workflow?.name ?? null;
          },
        }),
      /** The workflow that has the identifier; null where there is none. */
      named: (identifier: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflows(environmentId), "named", identifier],
          queryFn: async ({ signal }) => {
            // The search has what it finds by its whole identifier first, and a free one is no error.
            const found = await api.search.find({ query: identifier, limit: 20 }, { signal, environmentId });
            return found.find(({ kind, workflowId }) => kind === "workflow" && workflowId === identifier) ?? null;
          },
        }),
      tags: () =>
        queryOptions({
          queryKey: [...queryKeys.workflows(environmentId), "tags"],
          queryFn: ({ signal }) => api.v2.environments.listTags(environmentId ?? "", { signal, environmentId }),
          enabled: environmentId !== undefined,
        }),
      /** The needs of an event for the workflow, and an example of one. */
      testData: (workflowId: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "test-data"],
          queryFn: ({ signal }) => api.v2.workflows.getTestData(workflowId, { signal, environmentId }),
        }),
      /** The payloads that members keep for previews and tests. */
      samples: (workflowId: string) =>
        queryOptions({
          queryKey: queryKeys.samples(environmentId, workflowId),
          queryFn: ({ signal }) => api.v2.workflows.listSamples(workflowId, { signal, environmentId }),
        }),
      /** The versions of a workflow, newest first, a page after the other. */
      versions: (workflowId: string) =>
        infiniteQueryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "versions"],
          queryFn: ({ signal, pageParam: cursor }) =>
            api.v2.workflows.listVersions(workflowId, { ...(cursor && { cursor }) }, { signal, environmentId }),
          initialPageParam: "",
          getNextPageParam: ({ next }) => next,
        }),
      version: (workflowId: string, version: number) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "version", version],
          queryFn: ({ signal }) => api.v2.workflows.getVersion(workflowId, String(version), { signal, environmentId }),
        }),
      /** The versions that environments execute and runs wait with. */
      versionUsage: (workflowId: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "version-usage"],
          queryFn: ({ signal }) => api.v2.workflows.getVersionUsage(workflowId, { signal, environmentId }),
        }),
      /** A step as a version sends it, with sample data. */
      rendering: (workflowId: string, stepId: string, body: Body<"previewStep">) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "rendering", stepId, body],
          queryFn: ({ signal }) => api.v2.workflows.previewStep(workflowId, stepId, body, { signal, environmentId }),
        }),
      /** The message of a step, for data and control values that need not be saved. */
      preview: (workflowId: string, stepId: string, body: Body<"previewStep">) =>
        queryOptions({
          // Apart from the workflow: a save of what the preview shows already changes nothing about it.
          queryKey: ["environment", environmentId, "preview", workflowId, stepId, body],
          queryFn: ({ signal }) => api.v2.workflows.previewStep(workflowId, stepId, body, { signal, environmentId }),
          // A key for each pause in typing.
          gcTime: 10_000,
        }),
      /** Conditions tried on the latest events. */
      conditionTrial: (workflowId: string, body: Body<"tryConditions">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "condition-trial", workflowId, body],
          queryFn: ({ signal }) => api.v2.workflows.tryConditions(workflowId, body, { signal, environmentId }),
          // There may be newer events each time.
          staleTime: 0,
          gcTime: 10_000,
        }),
      /** The next moments at which a step ends, for control values that need not be saved. */
      waitDates: (body: Body<"previewWaitDates">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "wait-dates", body],
          queryFn: ({ signal }) => api.v2.waits.previewDates(body, { signal, environmentId }),
          gcTime: 10_000,
          placeholderData,
        }),
      /** The outcome of a step for the events of the last seven days, for control values that need not be saved. */
      waitSimulation: (workflowId: string, body: Body<"simulateWait">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "wait-simulation", workflowId, body],
          queryFn: ({ signal }) => api.v2.workflows.simulateWait(workflowId, body, { signal, environmentId }),
          // It is asked for by a press, and stays what it was then.
          staleTime: Number.POSITIVE_INFINITY,
          gcTime: 10_000,
        }),
      /** A workflow as its editor opens it. */
      edit: (workflowId: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "edit"],
          queryFn: ({ signal }) => api.v2.workflows.get(workflowId, {}, { signal, environmentId }),
          // The editor is the one that changes it; a version of somebody else is found when it saves.
          staleTime: Number.POSITIVE_INFINITY,
          // Kept from the loader's read to the screen, which would read it a second time, and not for the next visit.
          gcTime: 1_000,
        }),
    },
    groups: {
      list: () =>
        queryOptions({
          queryKey: queryKeys.groups(environmentId),
          queryFn: ({ signal }) => api.notificationGroups.get({ signal, environmentId }),
        }),
    },
    /** Feeds are few: an editor offers them all. */
    feeds: {
      list: () =>
        queryOptions({
          queryKey: ["environment", environmentId, "feeds"],
          queryFn: ({ signal }) => api.feeds.get({ signal, environmentId }),
        }),
    },
    layouts: {
      /** The layout of emails that name none; null where the environment has no default. */
      default: () =>
        queryOptions({
          queryKey: [...queryKeys.layouts(environmentId), "default"],
          queryFn: async ({ signal }) => {
            const page = { limit: 100, orderBy: "createdAt", orderDirection: "ASC" } as const;
            // As a rule it is the first that was made.
            for (let offset = 0; ; offset += page.limit) {
              const found = await api.v2.layouts.list({ ...page, offset }, { signal, environmentId });
              const layout = found.layouts.find(({ isDefault }) => isDefault);
              if (layout || offset + page.limit >= found.totalCount) return layout ?? null;
            }
          },
        }),
      /** The layout that an id, a slug or an identifier names; null for none. */
      named: (reference: string) =>
        queryOptions({
          queryKey: [...queryKeys.layouts(environmentId), "named", reference],
          queryFn: ({ signal }) => nullIfMissing(api.v2.layouts.get(reference, { signal, environmentId })),
        }),
      list: (filter: Query<"searchLayouts">) =>
        queryOptions({
          queryKey: [...queryKeys.layouts(environmentId), "list", filter],
          queryFn: ({ signal }) => api.v2.layouts.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      /** A layout as its editor opens it. */
      edit: (layoutId: string) =>
        queryOptions({
          queryKey: [...queryKeys.layout(environmentId, layoutId), "edit"],
          queryFn: ({ signal }) => api.v2.layouts.get(layoutId, { signal, environmentId }),
          // As with the editor of a workflow.
          staleTime: Number.POSITIVE_INFINITY,
          gcTime: 1_000,
        }),
      /** A layout as emails are sent in it, around an element that stands for their content. */
      around: (layoutId: string) =>
        queryOptions({
          queryKey: [...queryKeys.layout(environmentId, layoutId), "around"],
          queryFn: async ({ signal }) => {
            const { result } = await api.v2.layouts.preview(
              layoutId,
              { content: `<div ${LAYOUT_PLACE}></div>` },
              { signal, environmentId },
            );
            return result.preview.body;
          },
        }),
      /** The steps that use it, by their workflows. */
      usage: (layoutId: string) =>
        queryOptions({
          queryKey: [...queryKeys.layout(environmentId, layoutId), "usage"],
          queryFn: async ({ signal }) => (await api.v2.layouts.getUsage(layoutId, { signal, environmentId })).workflows,
        }),
      /** An email in the layout with another content. */
      preview: (layoutId: string, content: string) =>
        queryOptions({
          queryKey: [...queryKeys.layout(environmentId, layoutId), "preview", content],
          queryFn: async ({ signal }) => {
            const controlValues = { email: { body: content, editorType: "html" as const } };
            const { result } = await api.v2.layouts.preview(layoutId, { controlValues }, { signal, environmentId });
            return result.preview.body;
          },
          staleTime: Number.POSITIVE_INFINITY,
          gcTime: 10_000,
          placeholderData,
        }),
    },
    events: {
      status: (transactionId: string) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "event", transactionId],
          queryFn: ({ signal }) => api.events.status(transactionId, { signal, environmentId }),
        }),
    },
    topics: {
      /** How many subscribers a topic has, up to a limit. */
      size: (key: string) =>
        queryOptions({
          queryKey: ["environment", environmentId, "topics", key, "size"],
          queryFn: async ({ signal }) => {
            const { totalCount, totalCountCapped } = await api.v2.topics.listSubscriptions(
              key,
              { limit: 1 },
              { signal, environmentId },
            );
            return { count: totalCount, isMore: totalCountCapped };
          },
        }),
    },
    runs: {
      list: (filter: Query<"listRuns">) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "list", filter],
          queryFn: ({ signal }) =>
            api.notifications.list(
              { ...filter, transactionId: filter.transactionId || undefined },
              { signal, environmentId },
            ),
          placeholderData,
        }),
      /** The payloads of a workflow's latest runs, newest first. */
      payloads: (workflowId: string) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "payloads", workflowId],
          queryFn: async ({ signal }) => {
            const filter = { templates: [workflowId], limit: SEEN_RUNS, dryRuns: "exclude" } as const;
            const { data } = await api.notifications.list(filter, { signal, environmentId });
            return data.flatMap(({ payload }) => (payload ? [payload] : []));
          },
          staleTime: 60_000,
        }),
      get: (runId: string) =>
        queryOptions({
          queryKey: [...queryKeys.runs(environmentId), "one", runId],
          queryFn: ({ signal }) => api.notifications.get(runId, { signal, environmentId }),
        }),
    },
    /** Steps that are code. */
    bridge: {
      controls: (workflowId: string, stepId: string) =>
        queryOptions({
          queryKey: [...queryKeys.workflow(environmentId, workflowId), "controls", stepId],
          queryFn: ({ signal }) => api.bridge.getControls(workflowId, stepId, { signal, environmentId }),
        }),
      preview: (workflowId: string, stepId: string, body: Body<"previewBridgeStep">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "bridge-preview", workflowId, stepId, body],
          queryFn: ({ signal }) => api.bridge.previewStep(workflowId, stepId, body, { signal, environmentId }),
          // It is the application that answers, at each look.
          staleTime: 0,
          gcTime: 0,
          retry: false,
        }),
    },
    translations: {
      list: (filter: Query<"listTranslationGroups">) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "list", filter],
          queryFn: ({ signal }) => api.translations.listGroups(filter, { signal, environmentId }),
          placeholderData,
        }),
      get: (group: string) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "one", group],
          queryFn: ({ signal }) => api.translations.getGroup(group, { signal, environmentId }),
        }),
      texts: (group: string, locale: string) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "texts", group, locale],
          queryFn: ({ signal }) => api.translations.export(group, locale, { signal, environmentId }),
        }),
      outdated: (group: string) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "outdated", group],
          queryFn: ({ signal }) => api.translations.listOutdated(group, { signal, environmentId }),
        }),
      /** The keys that templates print, of one group or of all. */
      usage: (group: string | undefined) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "usage", group],
          queryFn: ({ signal }) =>
            api.translations.getUsage({ ...(group !== undefined && { group }) }, { signal, environmentId }),
        }),
      /** How many texts are missing and outdated in the groups of a page. */
      counts: (page: { page: number; limit: number }) =>
        queryOptions({
          queryKey: [...queryKeys.translations(environmentId), "counts", page],
          queryFn: ({ signal }) => api.translations.count(page, { signal, environmentId }),
        }),
      /** The changes that an import would make. `name` stands for its texts. Not read again once they are imported. */
      importPreview: (group: string, name: string, body: Pick<ImportLocales, "locales" | "mode">) =>
        queryOptions({
          queryKey: ["environment", environmentId, "translation-imports", group, name, body.mode],
          queryFn: ({ signal }) => api.translations.previewImport(group, body, { signal, environmentId }),
          gcTime: 0,
        }),
    },
    outbox: {
      list: (filter: Query<"listOutboxMessages">) =>
        queryOptions({
          queryKey: [...queryKeys.outbox(environmentId), "list", filter],
          queryFn: ({ signal }) => api.outbox.list(filter, { signal, environmentId }),
          placeholderData,
        }),
      get: (messageId: string) =>
        queryOptions({
          queryKey: [...queryKeys.outbox(environmentId), "one", messageId],
          queryFn: ({ signal }) => api.outbox.get(messageId, { signal, environmentId }),
        }),
    },
  };
}
