import type { Belfry } from "#client/client.ts";
import type { SearchKind, SearchResult } from "#contract/search.ts";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import type { PickerItem, PickerSearch } from "#dashboard/components/controls/picker-results.tsx";

/** Entries of a page of a list without a search, and of a search, which has one page. */
const LISTED = 20;

/** The searches of pickers in an environment: without a text the newest, or workflows by name, else those that match it. */
export function objectSearches(api: Belfry, environmentId: string | undefined) {
  async function find(kind: SearchKind, query: string, signal: AbortSignal): Promise<SearchResult[]> {
    const found = await api.search.find({ query, limit: LISTED }, { signal, environmentId });
    return found.filter((one) => one.kind === kind);
  }
  const subscribers: PickerSearch = async ({ text, after, signal }) => {
    if (text !== "") {
      const found = await find("subscriber", text, signal);
      return { items: found.map(({ subscriberId = "", title }) => itemOf(subscriberId, title)) };
    }
    const page = Number(after ?? 0);
    const { data, hasMore } = await api.subscribers.list({ page, limit: LISTED }, { signal, environmentId });
    return {
      items: data.map(({ subscriberId, firstName, lastName }) =>
        itemOf(subscriberId, [firstName, lastName].filter(Boolean).join(" ")),
      ),
      next: hasMore ? String(page + 1) : undefined,
    };
  };
  const tenants: PickerSearch = async ({ text, after, signal }) => {
    if (text !== "") {
      const found = await find("tenant", text, signal);
      return { items: found.map(({ identifier = "", title }) => itemOf(identifier, title)) };
    }
    const page = Number(after ?? 0);
    const { data, hasMore } = await api.tenants.list({ page, limit: LISTED }, { signal, environmentId });
    return {
      items: data.map(({ identifier, name = "" }) => itemOf(identifier, name)),
      next: hasMore ? String(page + 1) : undefined,
    };
  };
  const contexts: PickerSearch = async ({ text, after, signal }) => {
    const query = { limit: LISTED, after, ...(text !== "" && { search: text }) };
    const { data, next } = await api.v2.contexts.list(query, { signal, environmentId });
    return { items: data.map(({ type, id }) => itemOf(`${type}:${id}`, "")), next: next ?? undefined };
  };
  const topics: PickerSearch = async ({ text, after, signal }) => {
    if (text !== "") {
      const found = await find("topic", text, signal);
      return { items: found.map(({ key = "", title }) => itemOf(key, title)) };
    }
    const { data, next } = await api.v2.topics.list({ limit: LISTED, after }, { signal, environmentId });
    return { items: data.map(({ key, name }) => itemOf(key, name ?? "")), next: next ?? undefined };
  };
  const workflowsAs = (idOf: (workflow: ListedWorkflowV2) => string) =>
    byName(
      async (query, signal) => {
        const { workflows: found, totalCount } = await api.v2.workflows.list(query, { signal, environmentId });
        return { found, totalCount };
      },
      (workflow) => ({
        id: idOf(workflow),
        text: workflow.name,
        description: workflow.active ? workflow.workflowId : `${workflow.workflowId}, inactive`,
      }),
    );
  const layouts = byName(
    async (query, signal) => {
      const { layouts: found, totalCount } = await api.v2.layouts.list(query, { signal, environmentId });
      return { found, totalCount };
    },
    ({ _id, name, layoutId, isDefault }) => ({
      id: _id,
      text: name,
      description: isDefault ? `${layoutId}, the default` : layoutId,
    }),
  );
  return {
    subscribers,
    tenants,
    contexts,
    topics,
    /** By their identifiers, as events name them. */
    workflows: workflowsAs(({ workflowId }) => workflowId),
    /** By their ids, as runs name them. */
    workflowIds: workflowsAs(({ _id }) => _id),
    layouts,
  };
}

const itemOf = (id: string, name: string): PickerItem =>
  name === "" || name === id ? { id, text: id } : { id, text: name, description: id };

interface NameQuery {
  query?: string;
  limit: number;
  offset: number;
  orderBy: "name";
  orderDirection: "ASC";
}

/** Returns the search of a list that the server orders by name and searches as it does. */
function byName<T>(
  list: (query: NameQuery, signal: AbortSignal) => Promise<{ found: readonly T[]; totalCount: number }>,
  toItem: (one: T) => PickerItem,
): PickerSearch {
  return async ({ text, after, signal }) => {
    const offset = Number(after ?? 0);
    const page = { limit: LISTED, offset, orderBy: "name", orderDirection: "ASC" } as const;
    const { found, totalCount } = await list({ ...(text !== "" && { query: text }), ...page }, signal);
    const end = offset + found.length;
    return { items: found.map(toItem), next: end < totalCount ? String(end) : undefined };
  };
}
