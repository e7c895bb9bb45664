import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { Suspense, useCallback } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Button } from "../controls/button.tsx";

const Dialog = lazyNamed(() => import("./dialog.tsx"), "Dialog");

/** Asks for confirmation before a form with unsent text is left: by a link, the back button, or closing the page. */
export function NavigationBlocker({ dirty, title = "Leave without sending?" }: { dirty: boolean; title?: string }) {
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => dirty && current.pathname !== next.pathname,
    [dirty],
  );
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: dirty, withResolver: true });
  const blocked = blocker.status === "blocked";
  if (!blocked) return null;
  return (
    <Suspense>
      <Dialog
        role="alertdialog"
        open
        onOpenChange={(open) => !open && blocker.reset?.()}
        title={title}
        description="The text in the form is not stored anywhere and will be lost."
      >
        <div className="flex justify-end gap-2">
          <Button autoFocus onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button variant="primary" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </div>
      </Dialog>
    </Suspense>
  );
}
