import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The entry before this one is the canvas alone. */
    isFromCanvas?: boolean;
  }
}

/**
 * Returns how to close the open step, which leaves the canvas. A step that was opened from there is taken out of the history, so that the back
 * button does not open it again. Resolves when the canvas is shown.
 */
export function useCloseStep(): (workflowId: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (workflowId) => {
      const { state } = router.state.location;
      if (state.isFromCanvas !== true) {
        await router.navigate({
          to: "/workflows/$workflowId",
          params: { workflowId },
          replace: true,
          resetScroll: false,
        });
        return;
      }
      const shown = new Promise<void>((resolve) => {
        const stop = router.subscribe("onRendered", () => {
          stop();
          resolve();
        });
      });
      router.history.back();
      await shown;
    },
    [router],
  );
}
