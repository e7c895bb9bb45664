import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import type { Schedule } from "#contract/schedules.ts";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { RowMenu } from "#dashboard/lists/row-menu.tsx";

export type ScheduleAction = "edit" | "pause" | "resume" | "delete";

interface ScheduleMenuProps {
  schedule: Schedule;
  onAction: (action: ScheduleAction, schedule: Schedule) => void;
}

const ICON = "size-4 shrink-0 text-muted";

/** The menu of a schedule. */
export function ScheduleMenu({ schedule, onAction }: ScheduleMenuProps) {
  const { name, status } = schedule;
  return (
    <RowMenu of={name}>
      <MenuItem onAction={() => onAction("edit", schedule)}>
        <Pencil className={ICON} aria-hidden="true" /> Edit
      </MenuItem>
      {status === "active" && (
        <MenuItem onAction={() => onAction("pause", schedule)}>
          <Pause className={ICON} aria-hidden="true" /> Pause
        </MenuItem>
      )}
      {status === "paused" && (
        <MenuItem onAction={() => onAction("resume", schedule)}>
          <Play className={ICON} aria-hidden="true" /> Resume
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onAction={() => onAction("delete", schedule)}>
        <Trash2 className={ICON} aria-hidden="true" /> Delete
      </MenuItem>
    </RowMenu>
  );
}
