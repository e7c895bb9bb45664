// biome-ignore-all lint/a11y/noRedundantRoles: browsers take the roles of tables away that are laid out as something else
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import type { RowSelection } from "./use-row-selection.ts";

export interface Column<T> {
  id: string;
  name: string;
  /** Classes of the column's cells and header: a width, `text-muted`. */
  className?: string;
  cell: (row: T) => ReactNode;
  /** Keeps the name for screen readers alone: a column of menus. */
  nameHidden?: boolean;
  /** Whether the rows can be sorted by the column; its id names the order. */
  sortable?: boolean;
}

/** The order of the rows, which the server makes. */
export interface TableSort {
  /** The id of a column, or of an order that is no column. */
  by: string;
  direction: "ASC" | "DESC";
  onSort: (by: string) => void;
}

/** The look of the link in a row's first cell, which covers the row. Give it `data-row`, by which `j` and `k` find it. */
export const ROW_LINK_CLASS = "block truncate leading-6 font-medium after:absolute after:inset-0";

interface TableProps<T> {
  label: string;
  /** The columns in order; the first one names the row, and has the link to it. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  /** Adds a column of checkboxes. */
  selection?: RowSelection;
  /** Names a row for its checkbox: "Order shipped". Required with `selection`. */
  rowName?: (row: T) => string;
  /** Makes the names of sortable columns buttons. */
  sort?: TableSort;
  /** On a narrow screen a row is two lines without the names of columns, not a card. Columns say by `max-sm:order-…` where they are. */
  twoLines?: boolean;
}

/**
 * Rows and columns from 640 px on, cards below, which have no column headers: each cell then shows its column's name. What is to be
 * pressed in a row apart from its link is above that by `relative z-10`.
 */
export function Table<T>({ label, columns, rows, rowId, selection, rowName, sort, twoLines = false }: TableProps<T>) {
  const [naming, ...others] = columns;
  if (!naming) return null;
  return (
    <div className="rounded-lg border bg-raised">
      <table
        role="table"
        aria-label={label}
        className={classNames("stacked w-full border-collapse", twoLines && "two-lines")}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={`${HEADER} w-8 ps-3 pe-0`}>
                <SelectAll rowCount={rows.length} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const id = rowId(row);
            const isSelected = selection?.isSelected(id) ?? false;
            return (
              <tr
                key={id}
                role="row"
                className={classNames(
                  "group/row relative border-b last:border-b-0 focus-within:bg-sunken/60 hover:bg-sunken/60",
                  isSelected && "bg-accent-soft/50",
                )}
              >
                {selection && (
                  <td
                    role="cell"
                    className="ps-3 align-middle max-sm:absolute max-sm:start-1 max-sm:top-1.5 max-sm:ps-2"
                  >
                    <SelectRow name={rowName?.(row) ?? id} id={id} selection={selection} />
                  </td>
                )}
                <th
                  role="rowheader"
                  scope="row"
                  className={classNames(
                    CELL,
                    "font-normal sm:max-w-0",
                    // On a card the checkbox is beside the name.
                    selection && !twoLines && "max-sm:block max-sm:ps-12 max-sm:pe-12",
                    twoLines && LINE_CELL,
                    naming.className,
                  )}
                >
                  {naming.cell(row)}
                </th>
                {others.map(({ id: column, name, className, cell, nameHidden }) => (
                  <td
                    key={column}
                    role="cell"
                    data-label={nameHidden ? undefined : name}
                    className={classNames(CELL, "max-sm:py-0.5 max-sm:last:pb-2", twoLines && LINE_CELL, className)}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const HEADER =
  "sticky top-0 z-20 h-9 border-b bg-raised text-start text-xs font-medium whitespace-nowrap text-muted first:rounded-ss-lg last:rounded-se-lg max-lg:top-13";
const CELL = "px-3 py-2 text-start align-middle";

/** The room around cells is that of the row. */
const LINE_CELL = "max-sm:p-0!";

const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;

interface ColumnHeaderProps<T> {
  column: Column<T>;
  sort: TableSort | undefined;
}

function ColumnHeader<T>({ column: { id, name, className, nameHidden, sortable }, sort }: ColumnHeaderProps<T>) {
  return (
    <th
      role="columnheader"
      scope="col"
      {...(sortable && sort?.by === id && { "aria-sort": ARIA_SORT[sort.direction] })}
      className={classNames(HEADER, "px-3", className, "text-muted")}
    >
      {sortable && sort ? (
        <SortButton id={id} name={name} sort={sort} />
      ) : (
        <span className={classNames(nameHidden && "sr-only")}>{name}</span>
      )}
    </th>
  );
}

function SortButton({ id, name, sort }: { id: string; name: string; sort: TableSort }) {
  const Icon = sort.direction === "ASC" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 font-medium hover:text-text"
      onClick={() => sort.onSort(id)}
    >
      {name}
      {sort.by === id && <Icon className="size-3.5" aria-hidden="true" />}
    </button>
  );
}

function SelectAll({ rowCount, selection }: { rowCount: number; selection: RowSelection }) {
  const { selected, toggleAll } = selection;
  const isAll = rowCount > 0 && selected.length === rowCount;
  return (
    <Suspense
      fallback={
        <>
          {CHECKBOX_PLACE}
          <span className="sr-only">Selection</span>
        </>
      }
    >
      <selection.Checkbox
        label="Select all rows of the page"
        labelHidden
        checked={isAll}
        indeterminate={!isAll && selected.length > 0}
        onChange={toggleAll}
      />
    </Suspense>
  );
}

/** Takes the place of a checkbox that is still loading. */
const CHECKBOX_PLACE = <span className="block size-6" />;

interface SelectRowProps {
  id: string;
  name: string;
  selection: RowSelection;
}

function SelectRow({ id, name, selection }: SelectRowProps) {
  return (
    <span
      className="relative z-10 flex"
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        selection.toggle(id, true);
      }}
    >
      <Suspense fallback={CHECKBOX_PLACE}>
        <selection.Checkbox
          label={`Select ${name}`}
          labelHidden
          checked={selection.isSelected(id)}
          onChange={() => selection.toggle(id, false)}
        />
      </Suspense>
    </span>
  );
}
