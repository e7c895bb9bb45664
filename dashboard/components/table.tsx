import type { ReactNode } from "react";
import {
  Cell as AriaCell,
  Row as AriaRow,
  Table as AriaTable,
  Column,
  TableBody,
  TableHeader,
} from "react-aria-components/Table";
import { classNames } from "./class-names.ts";

interface TableProps<T extends object> {
  label: string;
  /** The columns in order; the first one names the row. */
  columns: readonly { id: string; name: string; className?: string }[];
  rows: readonly T[];
  /** A `Row`. */
  children: (row: T) => ReactNode;
}

/**
 * Rows and columns from 640 px on, cards below. Arrow keys move between cells, Tab between the links and buttons in them.
 * The first cell of a row has the link that covers the row.
 */
export function Table<T extends object>({ label, columns, rows, children }: TableProps<T>) {
  return (
    <div className="rounded-lg border bg-raised">
      <AriaTable aria-label={label} keyboardNavigationBehavior="tab" className="stacked w-full border-collapse">
        <TableHeader>
          {columns.map(({ id, name, className }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              className={classNames(
                "sticky top-0 z-20 border-b bg-raised px-4 py-2 text-left text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg last:rounded-tr-lg max-lg:top-13",
                className,
              )}
            >
              {name}
            </Column>
          ))}
        </TableHeader>
        <TableBody>{rows.map(children)}</TableBody>
      </AriaTable>
    </div>
  );
}

export function Row({ id, children }: { id: string; children: ReactNode }) {
  return (
    <AriaRow
      id={id}
      className="relative border-b -outline-offset-2 last:border-b-0 focus-within:bg-sunken/60 hover:bg-sunken/60"
    >
      {children}
    </AriaRow>
  );
}

interface CellProps {
  /** The column's name, which stacked cards show beside the value. None for the cell that names the row. */
  label?: string;
  className?: string;
  children: ReactNode;
}

export function Cell({ label, className, children }: CellProps) {
  return (
    <AriaCell
      {...(label ? { "data-label": label } : {})}
      className={classNames(
        "px-4 py-2 text-left align-middle -outline-offset-2",
        label ? "max-sm:py-0.5 max-sm:last:pb-2" : "sm:max-w-0",
        className,
      )}
    >
      {children}
    </AriaCell>
  );
}
