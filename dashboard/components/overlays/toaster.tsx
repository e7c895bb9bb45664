import { CircleCheck, TriangleAlert, X } from "lucide-react";
import {
  Text,
  UNSTABLE_Toast as ToastCard,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { classNames } from "../class-names.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { toasts } from "./toast.ts";

/** The region of the page in which toasts are shown. */
export function Toaster() {
  return (
    <ToastRegion
      queue={toasts}
      aria-label="Results of actions"
      className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 rounded-lg outline-accent data-focus-visible:outline-2 sm:start-auto sm:w-96"
    >
      {({ toast }) => {
        const { tone, text, selected, undo } = toast.content;
        const Icon = tone === "success" ? CircleCheck : TriangleAlert;
        return (
          <ToastCard
            toast={toast}
            className="flex items-start gap-2 rounded-lg border bg-raised p-2 ps-3 shadow-lg outline-accent data-focus-visible:outline-2"
          >
            <Icon
              aria-hidden="true"
              className={classNames("mt-1.5 size-4 shrink-0", tone === "success" ? "text-success" : "text-danger")}
            />
            {/* A success does not interrupt what a screen reader says. */}
            <ToastContent role={tone === "success" ? "status" : "alert"} className="flex-1 py-1.5 wrap-anywhere">
              <Text slot="title">{text}</Text>
              {selected !== undefined && <SelectedText text={selected} />}
            </ToastContent>
            {undo && (
              <Button
                onClick={() => {
                  toasts.close(toast.key);
                  undo();
                }}
              >
                Undo
              </Button>
            )}
            <IconButton label="Dismiss" onClick={() => toasts.close(toast.key)}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          </ToastCard>
        );
      }}
    </ToastRegion>
  );
}

const select = (element: HTMLElement | null): void => {
  if (element) window.getSelection()?.selectAllChildren(element);
};

/** A text to copy by hand. */
function SelectedText({ text }: { text: string }) {
  return (
    <pre
      ref={select}
      translate="no"
      className="mt-1 max-h-48 overflow-auto rounded bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere select-all"
    >
      {text}
    </pre>
  );
}
