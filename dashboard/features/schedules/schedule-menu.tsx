import { EllipsisVertical, Pause, Pencil, Play, Trash2 } from "lucide-react";
import type { Schedule } from "#contract/schedules.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";

export type ScheduleAction = "edit" | "pause" | "resume" | "delete";

interface ScheduleMenuProps {
  schedule: Schedule;
  onAction: (action: ScheduleAction, schedule: Schedule) => void;
}

const ICON = "size-4 shrink-0 text-muted";

/** The menu of a schedule. */
export function ScheduleMenu({ schedule, onAction }: ScheduleMenuProps) {
  const { name, status } = schedule;
  const label = `Actions of ${name}`;
  return (
    <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
      <Menu
        label={label}
        placement="bottom end"
        trigger={
          <IconButton label={label}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
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
      </Menu>
    </span>
  );
}
