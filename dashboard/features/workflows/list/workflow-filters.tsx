import { ArrowDownUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ChannelChoices } from "#dashboard/components/controls/channel-choices.tsx";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { LoadedSearchMenu } from "#dashboard/components/overlays/loaded-search-menu.tsx";
import { Menu, MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { chosenText, FilterButton } from "#dashboard/lists/filter-button.tsx";
import { STATUS_CHOICES, WORKFLOW_ORDER, WORKFLOW_ORDERS, type WorkflowSearch } from "./workflow-search.ts";

const { orderOf, orderBy } = WORKFLOW_ORDER;

interface WorkflowFiltersProps {
  search: WorkflowSearch;
  onChange: (change: Partial<WorkflowSearch>) => void;
  /** Undefined where there is nothing to clear, or the list itself offers it. */
  onClear: (() => void) | undefined;
  /** Beside the order, at the end. */
  children: ReactNode;
}

const ANY = "any";

export function WorkflowFilters({ search, onChange, onClear, children }: WorkflowFiltersProps) {
  const readGroups = useRead("notificationGroups.get");
  const readTags = useRead("v2.workflows.tags");
  const groups = readGroups.data ?? [];
  const known = readTags.data?.map(({ name }) => name) ?? [];
  const tags = [...new Set([...known, ...search.tags])];
  const status = STATUS_CHOICES.find(({ id }) => id === search.status);
  const group = groups.find(({ _id }) => _id === search.group);
  return (
    <section aria-label="Filter workflows" className="flex flex-wrap items-center gap-2">
      <SearchField primary label="Search workflows" value={search.query} onSearch={(query) => onChange({ query })} />
      <Menu label="Status" trigger={<FilterButton name="Status" chosen={status?.text} />}>
        <MenuChoices
          label="Status"
          options={[{ id: ANY, text: "Any status" }, ...STATUS_CHOICES]}
          selected={[search.status ?? ANY]}
          onChange={([id]) => onChange({ status: STATUS_CHOICES.find((choice) => choice.id === id)?.id })}
        />
      </Menu>
      <LoadedSearchMenu
        label="Tags"
        trigger={<FilterButton name="Tags" chosen={chosenText(search.tags)} />}
        search={{ label: "Search tags", emptyText: "No tag matches" }}
        source={{ what: "The tags", query: readTags }}
      >
        <MenuChoices
          label="Tags"
          mode="multiple"
          options={tags.map((tag) => ({ id: tag, text: tag }))}
          selected={search.tags}
          onChange={(chosen) => onChange({ tags: chosen })}
        />
      </LoadedSearchMenu>
      <LoadedSearchMenu
        label="Group"
        trigger={<FilterButton name="Group" chosen={search.group && (group?.name ?? "1")} />}
        search={{ label: "Search groups", emptyText: "No group matches" }}
        source={{ what: "The groups", query: readGroups }}
      >
        <MenuChoices
          label="Group"
          options={[{ id: ANY, text: "Any group" }, ...groups.map(({ _id, name }) => ({ id: _id, text: name }))]}
          selected={[search.group ?? ANY]}
          onChange={([id]) => onChange({ group: id === ANY ? undefined : id })}
        />
      </LoadedSearchMenu>
      <Menu
        label="Channel"
        trigger={
          <FilterButton name="Channel" chosen={chosenText(search.channels.map((id) => STEP_TYPE_LABELS[id].name))} />
        }
      >
        <ChannelChoices selected={search.channels} onChange={(channels) => onChange({ channels })} />
      </Menu>
      {onClear && (
        <Button variant="quiet" onClick={onClear}>
          <X className="size-4" aria-hidden="true" /> Clear filters
        </Button>
      )}
      <span className="flex gap-2 sm:ms-auto">
        <OrderMenu search={search} onChange={onChange} />
        {children}
      </span>
    </section>
  );
}

function OrderMenu({ search, onChange }: Pick<WorkflowFiltersProps, "search" | "onChange">) {
  const order = orderOf(search);
  return (
    <Menu
      label="Sort by"
      trigger={
        <Button aria-label={`Sort by ${WORKFLOW_ORDERS.find(({ id }) => id === order.by)?.text}`}>
          <ArrowDownUp className="size-4" aria-hidden="true" /> Sort
        </Button>
      }
    >
      <MenuChoices
        label="Sort by"
        options={WORKFLOW_ORDERS}
        selected={[order.by]}
        onChange={([by]) => by !== undefined && by !== order.by && onChange(orderBy(search, by))}
      />
      <MenuChoices
        label="Direction"
        options={[
          { id: "ASC", text: order.by === "name" ? "A to Z" : "Oldest first" },
          { id: "DESC", text: order.by === "name" ? "Z to A" : "Newest first" },
        ]}
        selected={[order.direction]}
        onChange={([direction]) => direction !== order.direction && onChange(orderBy(search, order.by))}
      />
    </Menu>
  );
}
