import { ChevronDown, CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#dashboard/components/class-names.ts";

interface WelcomeStepProps {
  number: number;
  title: string;
  /** Undefined before it is known. */
  done: boolean | undefined;
  /** It could not be read. */
  isUnknown: boolean;
  /** Says what it waits for. */
  waitingFor: string;
  /** Says what has happened. */
  doneText: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** One of the steps: its title with its state, and below that, while it is open, what to do. */
export function WelcomeStep(props: WelcomeStepProps) {
  const { number, title, done, isUnknown, waitingFor, doneText, open, onToggle, children } = props;
  const id = useId();
  return (
    <li className="min-w-0 rounded-lg border bg-raised">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full items-center gap-3 rounded-lg px-4 py-3 text-start hover:bg-sunken"
        >
          {done ? (
            <CircleCheck className="size-6 shrink-0 text-success" aria-hidden="true" />
          ) : (
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full border border-outline text-xs font-medium text-muted tabular-nums"
            >
              {number}
            </span>
          )}
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{title}</span>
            <span className={classNames("flex items-center gap-1.5 text-xs", done ? "text-success" : "text-muted")}>
              {done === false && open && (
                <span className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" aria-hidden="true" />
              )}
              {done === undefined ? (isUnknown ? "Could not be checked" : "Checking") : done ? doneText : waitingFor}
            </span>
          </span>
          <ChevronDown
            className={classNames(
              "ms-auto size-4 shrink-0 text-muted transition-transform duration-100",
              open && "rotate-180",
            )}
            aria-hidden="true"
          />
        </button>
      </h2>
      <div id={id} hidden={!open} className="border-t px-4 py-4">
        {open && <div className="flex min-w-0 flex-col gap-4">{children}</div>}
      </div>
    </li>
  );
}
