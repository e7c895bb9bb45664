import { Clock, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { SCHEDULE_STATUSES } from "#contract/constants/schedules.ts";
import type { Schedule } from "#contract/schedules.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { ScheduleAction } from "./schedule-menu.tsx";
import { ScheduleSearch, scheduleQuery } from "./schedule-search.ts";
import { ScheduleTable } from "./schedule-table.tsx";
import { STATUSES } from "./schedule-texts.ts";

// The contract's schemas are not part of the list's first load.
const ScheduleForm = lazyNamed(() => import("./schedule-form.tsx"), "ScheduleForm");
const ScheduleEntry = lazyNamed(() => import("./schedule-entry.tsx"), "ScheduleEntry");

const STATUS_CHOICES = SCHEDULE_STATUSES.map((id) => ({ id, text: STATUSES[id].text }));
const NEW = "new-schedule";
const ACTIONS = { pause: "schedules.pause", resume: "schedules.resume" } as const;
const DONE = { pause: "is paused", resume: "goes on" } as const;

interface ScheduleScreenProps {
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch, replace: boolean) => void;
}

/** Workflows that are triggered at set times. */
export function ScheduleScreen({ search, onSearch }: ScheduleScreenProps) {
  const { may, read, write } = useEnvironment();
  const [editing, setEditing] = useState<Schedule | "new" | undefined>(() => (isKept(NEW) ? "new" : undefined));
  const [deleting, setDeleting] = useState<Schedule>();
  async function onAction(action: ScheduleAction, schedule: Schedule) {
    if (action === "edit") return setEditing(schedule);
    if (action === "delete") return setDeleting(schedule);
    try {
      await write(ACTIONS[action], schedule._id);
      showToast({ tone: "success", text: `${schedule.name} ${DONE[action]}` });
    } catch (error) {
      showToast({ tone: "danger", text: `${schedule.name} was not changed. ${errorText(error)}` });
    }
  }
  const create = may("environment.use") && (
    <Button variant="primary" data-primary-create onClick={() => setEditing("new")}>
      <Plus className="size-4" aria-hidden="true" /> New schedule
    </Button>
  );
  return (
    <>
      <ListScreen
        noun={["schedule", "schedules"]}
        icon={<Clock />}
        screen={{
          title: "Schedules",
          summary: <p>Workflows that are triggered at set times, once or repeatedly.</p>,
          actions: (isEmpty) => !isEmpty && create,
        }}
        schema={ScheduleSearch}
        search={search}
        onSearch={onSearch}
        read={read("schedules.list", scheduleQuery(search))}
        pageOf={({ data, next }) => ({ rows: data, next })}
        filters={(change) => (
          <section aria-label="Filter schedules" className="flex flex-wrap items-center gap-2">
            <ChoiceFilter
              name="State"
              all="All states"
              options={STATUS_CHOICES}
              value={search.status}
              onChange={(status) => change({ status })}
            />
          </section>
        )}
        none={
          <EmptyState icon={<Clock />} title="No schedules yet" action={create}>
            A schedule triggers a workflow for everybody, a topic or some subscribers: each Monday at nine, or once.
          </EmptyState>
        }
      >
        {(rows, { pager }) => (
          <>
            <ScheduleTable
              rows={rows}
              search={search}
              pager={pager}
              onAction={(action, schedule) => void onAction(action, schedule)}
            />
            <KeptDialog schedules={rows} />
          </>
        )}
      </ListScreen>
      {editing && <EditDialog editing={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteSchedule schedule={deleting} onClose={() => setDeleting(undefined)} />}
      {search.entry && (
        <Suspense>
          <ScheduleEntry
            key={search.entry}
            scheduleId={search.entry}
            onClose={() => onSearch({ ...search, entry: undefined }, true)}
          />
        </Suspense>
      )}
    </>
  );
}

const editingOf = ({ _id }: Schedule): string => `schedule-${_id}`;

/** Opens again what somebody was changing while the session ended, or the page was loaded again. */
function KeptDialog({ schedules }: { schedules: readonly Schedule[] }) {
  const [editing, setEditing] = useState(() => schedules.find((schedule) => isKept(editingOf(schedule))));
  return editing && <EditDialog editing={editing} onClose={() => setEditing(undefined)} />;
}

function EditDialog({ editing, onClose }: { editing: Schedule | "new"; onClose: () => void }) {
  const schedule = editing === "new" ? undefined : editing;
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={schedule ? `Edit ${schedule.name}` : "New schedule"}
    >
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <ScheduleForm
          {...(schedule && { schedule })}
          keptName={schedule ? editingOf(schedule) : NEW}
          onSaved={({ name }) => {
            onClose();
            showToast({ tone: "success", text: `${name} was saved` });
          }}
        />
      </Suspense>
    </Dialog>
  );
}

function DeleteSchedule({ schedule: { _id, name, status }, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { write } = useEnvironment();
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete schedule"
      done={`${name} was deleted`}
      onConfirm={() => write("schedules.delete", _id)}
    >
      <p>
        {status === "active"
          ? "None of its next dates will fire. Runs that it triggered go on."
          : "Runs that it triggered go on."}
      </p>
    </Confirmation>
  );
}
