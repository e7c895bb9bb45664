import { useParams } from "@tanstack/react-router";
import { ListTree, PanelLeftClose } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { Modal } from "#dashboard/components/overlays/modal.tsx";
import { usePreferences } from "#dashboard/preferences.ts";
import { useEditing, useSteps } from "../editor-context.tsx";
import { OutlineList } from "./outline-list.tsx";

/** Moves the focus to the card of a step, in the middle of the window. */
function goToCard(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-step-card-link="${CSS.escape(key)}"]`);
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "center" });
}

/** Returns the key of the step whose card had the focus last; before that, of the open one. */
function useCurrentStep(): string | undefined {
  const { editor } = useEditing();
  const { stepId } = useParams({ strict: false });
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const key = target instanceof HTMLElement ? target.dataset.stepCardLink : undefined;
      if (key !== undefined) setFocused(key);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  return focused ?? (stepId === undefined ? undefined : editor.keyOf(stepId));
}

/** The outline beside the canvas, or, once it is collapsed, the button that brings it back. */
export function OutlineBeside() {
  const isCollapsed = usePreferences(({ outlineCollapsed }) => outlineCollapsed);
  const set = usePreferences((preferences) => preferences.set);
  const current = useCurrentStep();
  const toggle = useRef<HTMLButtonElement>(null);
  const [isToggled, setToggled] = useState(false);
  // One button takes the place of the other, and the focus of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useEffect(() => {
    if (isToggled) toggle.current?.focus();
  }, [isCollapsed, isToggled]);
  function collapse(outlineCollapsed: boolean) {
    setToggled(true);
    set({ outlineCollapsed });
  }
  if (isCollapsed)
    return (
      <OutlineButton
        ref={toggle}
        expanded={false}
        className="sticky top-4 self-start"
        onClick={() => collapse(false)}
      />
    );
  return (
    <nav
      aria-label="Outline of the steps"
      className="sticky top-4 flex max-h-[calc(100dvh-2rem)] w-60 shrink-0 flex-col gap-2 rounded-lg border bg-raised pt-1"
    >
      <div className="flex items-center gap-2 ps-3 pe-1">
        <h2 className="flex-1 font-semibold">Outline</h2>
        <IconButton ref={toggle} label="Collapse the outline" aria-expanded onClick={() => collapse(true)}>
          <PanelLeftClose className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        </IconButton>
      </div>
      <OutlineList current={current} onChoose={goToCard} />
    </nav>
  );
}

/** A button that opens the outline over the canvas, where there is no room beside it. */
export function OutlineSheet() {
  const current = useCurrentStep();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (isOpen || chosen === undefined) return;
    goToCard(chosen);
    setChosen(undefined);
  }, [isOpen, chosen]);
  return (
    <>
      <OutlineButton
        expanded={isOpen}
        opensDialog
        className="sticky bottom-4 z-20 order-last self-center bg-raised shadow-lg"
        onClick={() => setOpen(true)}
      />
      <Modal
        open={isOpen}
        onOpenChange={setOpen}
        title="Outline"
        closeLabel="Close"
        classes={{
          backdrop: "flex justify-start",
          box: "h-full w-80 max-w-[90vw] border-e border-outline",
          dialog: "h-full gap-2 pt-1",
          header: "ps-3 pe-1",
        }}
      >
        <OutlineList
          autoFocus
          current={current}
          onChoose={(key) => {
            setChosen(key);
            setOpen(false);
          }}
        />
      </Modal>
    </>
  );
}

interface OutlineButtonProps {
  expanded: boolean;
  opensDialog?: boolean;
  className: string;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function OutlineButton({ expanded, opensDialog = false, className, onClick, ref }: OutlineButtonProps) {
  const count = useSteps().length;
  return (
    <Button
      small
      ref={ref}
      aria-expanded={expanded}
      aria-haspopup={opensDialog ? "dialog" : undefined}
      className={className}
      onClick={onClick}
    >
      <ListTree className="size-3.5" aria-hidden="true" />
      {`Outline of ${count} steps`}
    </Button>
  );
}
