import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { create } from "zustand";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

const SHOWN_MS = 8_000;
const MOST = 3;

interface Toast {
  id: number;
  tone: "success" | "danger";
  text: string;
}

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

/** Says for eight seconds how an action went. Never the only place of a piece of information. */
export function showToast(toast: Omit<Toast, "id">): void {
  lastId += 1;
  const shown = { id: lastId, ...toast };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, shown].slice(-MOST) }));
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div aria-live="polite" className="fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);
  const Icon = toast.tone === "success" ? CircleCheck : TriangleAlert;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-outline bg-raised p-2 pl-3 shadow-lg">
      <Icon
        aria-hidden="true"
        className={classNames("mt-1.5 size-4 shrink-0", toast.tone === "success" ? "text-success" : "text-danger")}
      />
      <p className="flex-1 py-1 wrap-anywhere">{toast.text}</p>
      <IconButton label="Dismiss" onClick={() => dismiss(toast.id)}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
