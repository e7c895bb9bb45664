import type { Query } from "#client/client.ts";
import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import { createListOrder } from "#dashboard/lists/list-order.ts";
import { PAGE_SIZES, type PageSize } from "#dashboard/lists/page-sizes.ts";
import {
  choiceParam,
  listParam,
  pageParam,
  patternParam,
  searchSchema,
  sizeParam,
  textParam,
} from "#dashboard/lists/search-schemas.ts";

export const WORKFLOW_ORDERS = [
  { id: "updatedAt", text: "Updated", direction: "DESC" },
  { id: "name", text: "Name", direction: "ASC" },
  { id: "lastTriggeredAt", text: "Last triggered", direction: "DESC" },
  { id: "createdAt", text: "Created", direction: "DESC" },
] as const;
type WorkflowOrder = (typeof WORKFLOW_ORDERS)[number]["id"];

export const STATUS_CHOICES = [
  { id: "active", text: "Active" },
  { id: "action", text: "Action required" },
  { id: "inactive", text: "Inactive" },
] as const;
type StatusChoice = (typeof STATUS_CHOICES)[number]["id"];

/** The filters, the order and the page of the list, as its address has them. */
export interface WorkflowSearch {
  query: string;
  status: StatusChoice | undefined;
  tags: string[];
  group: string | undefined;
  channels: Channel[];
  sort: WorkflowOrder | undefined;
  direction: "ASC" | "DESC" | undefined;
  page: number;
  size: PageSize;
}

export const WorkflowSearch = searchSchema<WorkflowSearch>({
  query: textParam,
  status: choiceParam(STATUS_CHOICES.map(({ id }) => id)),
  tags: listParam((value) => (typeof value === "string" && value !== "" ? value : undefined)),
  group: patternParam(UUID_PATTERN),
  channels: listParam(choiceParam(CHANNELS)),
  sort: choiceParam(WORKFLOW_ORDERS.map(({ id }) => id)),
  direction: choiceParam(["ASC", "DESC"]),
  page: pageParam,
  size: sizeParam(PAGE_SIZES),
});

/** The last changed first, where the address names no other order. */
export const WORKFLOW_ORDER = createListOrder(WORKFLOW_ORDERS);

/** Returns the call's query for a search. An active workflow that needs action is listed as such alone. */
export function listQuery(search: WorkflowSearch): Query<"searchWorkflows"> {
  const { query, status, tags, group, channels, page, size } = search;
  const { by, direction } = WORKFLOW_ORDER.orderOf(search);
  return {
    limit: size,
    offset: page * size,
    orderBy: by,
    orderDirection: direction,
    ...(query && { query }),
    ...(tags.length > 0 && { tags }),
    ...(channels.length > 0 && { stepTypes: channels }),
    ...(group && { notificationGroupId: group }),
    ...(status === "active" && { status: ["ACTIVE"], needsAction: false }),
    ...(status === "action" && { needsAction: true }),
    ...(status === "inactive" && { status: ["INACTIVE"] }),
  };
}
