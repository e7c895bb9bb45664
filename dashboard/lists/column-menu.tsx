import { Columns3 } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { usePreferences } from "../preferences.ts";
import type { Column } from "./table.tsx";

/** Returns the columns of a table but those that the member has hidden on this device; the first one always stays. */
export function useShownColumns<T>(table: string, columns: readonly Column<T>[]): readonly Column<T>[] {
  const hidden = usePreferences((preferences) => preferences.hiddenColumns[table]);
  return hidden ? columns.filter(({ id }, index) => index === 0 || !hidden.includes(id)) : columns;
}

interface ColumnMenuProps<T> {
  /** Names the table in the settings of this device: "workflows". */
  table: string;
  columns: readonly Column<T>[];
}

/** Chooses the columns that a table shows. */
export function ColumnMenu<T>({ table, columns }: ColumnMenuProps<T>) {
  const shown = useShownColumns(table, columns).map(({ id }) => id);
  const hideable = columns.slice(1);
  return (
    <Menu
      label="Columns"
      placement="bottom end"
      trigger={
        <Button>
          <Columns3 className="size-4" aria-hidden="true" /> Columns
        </Button>
      }
    >
      <MenuChoices
        label="Columns"
        mode="multiple"
        options={hideable.map(({ id, name }) => ({ id, text: name }))}
        selected={shown}
        onChange={(chosen) => {
          const { hiddenColumns, set } = usePreferences.getState();
          const hidden = hideable.map(({ id }) => id).filter((id) => !chosen.includes(id));
          set({ hiddenColumns: { ...hiddenColumns, [table]: hidden } });
        }}
      />
    </Menu>
  );
}
