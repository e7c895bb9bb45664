import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { CalendarHeading } from "react-aria-components/Calendar";
import {
  DatePicker as AriaDatePicker,
  type DatePickerProps as AriaDatePickerProps,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  type DateValue,
  Group,
  Popover,
} from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { POPOVER_CLASS } from "../overlays/popover-class.ts";
import { DateParts } from "./date-parts.tsx";
import { CONTROL_CLASS } from "./field.tsx";

type DatePickerProps<T extends DateValue> = Omit<AriaDatePickerProps<T>, "children" | "className">;

/** The parts of a date, which the arrow keys change one by one, and a calendar: of `DateField` and `DateTimeField`. */
export function DatePicker<T extends DateValue>(props: DatePickerProps<T>) {
  return (
    <AriaDatePicker {...props} validationBehavior="aria" shouldForceLeadingZeros className="min-w-0">
      <Group className={CONTROL_CLASS} isReadOnly={props.isReadOnly ?? false}>
        <DateParts />
        {!props.isReadOnly && (
          <Button className="inline-flex size-7.5 shrink-0 items-center justify-center text-muted">
            <CalendarDays className="size-4" aria-hidden="true" />
          </Button>
        )}
      </Group>
      <Popover offset={4} placement="bottom start" className={`${POPOVER_CLASS} p-3`}>
        <Dialog aria-label="Calendar" className="flex flex-col gap-2 outline-none">
          <Calendar>
            <div className="flex items-center justify-between pb-2">
              <Button slot="previous" className={ARROW}>
                <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
              </Button>
              <CalendarHeading className="font-medium" />
              <Button slot="next" className={ARROW}>
                <ChevronRight className="size-4 rtl:rotate-180" aria-hidden="true" />
              </Button>
            </div>
            <CalendarGrid
              weekdayStyle="short"
              className="[&_th]:pb-1 [&_th]:text-xs [&_th]:font-normal [&_th]:text-muted"
            >
              {(date) => (
                <CalendarCell
                  date={date}
                  className="flex size-8 cursor-pointer items-center justify-center rounded-md outline-accent hover:bg-sunken data-disabled:text-muted data-disabled:opacity-60 data-focus-visible:outline-2 data-outside-month:hidden data-selected:bg-accent data-selected:text-on-accent data-today:font-semibold data-today:underline data-unavailable:line-through forced-colors:data-selected:outline-2"
                />
              )}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

const ARROW =
  "inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken data-disabled:opacity-40";
