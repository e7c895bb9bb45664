// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { usePreferences } from "../preferences.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useShownColumns } from "./column-menu.tsx";
import { type Column, Table } from "./table.tsx";
import { useRowSelection } from "./use-row-selection.ts";

afterEach(() => {
  cleanup();
  usePreferences.setState({ hiddenColumns: {} });
});

const ROWS = ["Ada", "Grace", "Joan"].map((name) => ({ id: name.toLowerCase(), name }));
const COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  { id: "name", name: "Name", cell: ({ name }) => name },
  { id: "id", name: "Identifier", cell: ({ id }) => id },
];

function People() {
  const selection = useRowSelection(ROWS.map(({ id }) => id));
  const columns = useShownColumns("people", COLUMNS);
  return (
    <>
      <Table
        label="People"
        columns={columns}
        rows={ROWS}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection={selection}
      />
      <BulkBar selection={selection} noun="person">
        <button type="button">Archive</button>
      </BulkBar>
    </>
  );
}

test("rows are selected by their checkboxes, a range with Shift, and the number is announced", async () => {
  render(<People />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Ada" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Joan" }), { shiftKey: true });
  expect(screen.getByRole("status").textContent).toBe("3 persons selected");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Select all/ }).checked).toBe(true);
  const bar = within(screen.getByRole("region", { name: "Selected rows" }));
  fireEvent.click(bar.getByRole("button", { name: "Select none" }));
  expect(screen.queryByRole("region", { name: "Selected rows" })).toBeNull();
});

test("the cell of the first column names the row, and a hidden column is in no row", () => {
  usePreferences.setState({ hiddenColumns: { people: ["id", "name"] } });
  render(<People />);
  const table = within(screen.getByRole("table", { name: "People" }));
  expect(table.getByRole("rowheader", { name: "Ada" })).toBeTruthy();
  expect(table.queryByRole("columnheader", { name: "Identifier" })).toBeNull();
  expect(table.queryByText("ada")).toBeNull();
});
