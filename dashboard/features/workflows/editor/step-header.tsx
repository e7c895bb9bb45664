import { X } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { StepKindBadge } from "./canvas/step-kind.tsx";

interface StepHeaderProps {
  step: Pick<StepV2, "type" | "name">;
  /** The kind of step, in words. */
  kind: string;
  heading: Ref<HTMLHeadingElement>;
  onClose: () => void;
  /** The field in which the name is changed; it is shown in place of the heading. */
  nameField?: ReactNode;
  /** Controls before the one that closes the step. */
  children?: ReactNode;
}

/** The name and the kind of an open step. The heading takes the focus where it is given it. */
export function StepHeader({ step, kind, heading, onClose, nameField, children }: StepHeaderProps) {
  return (
    <header className="flex items-center gap-3 max-sm:flex-wrap">
      <StepKindBadge type={step.type} />
      <div className="min-w-0 flex-1">
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          translate="no"
          className={nameField ? "sr-only" : "text-base font-semibold outline-none wrap-anywhere"}
        >
          {step.name}
        </h2>
        {nameField}
        {kind !== step.name && <p className="text-xs text-muted">{kind}</p>}
      </div>
      {/* On a phone they have a line of their own, so that the name is in sight. */}
      <div className="flex items-center gap-3 max-sm:order-last max-sm:w-full max-sm:justify-between empty:hidden">
        {children}
      </div>
      <IconButton label="Close" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </header>
  );
}
