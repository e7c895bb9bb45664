import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { keyOf } from "#dashboard/data/read.ts";

interface ConnectionStripProps {
  isUnreachable: boolean;
  /** Resolves when it is known whether the server answers. */
  onRetry: () => Promise<unknown>;
}

/** Says above every screen that the server does not answer, as long as that is so. */
export function ConnectionStrip({ isUnreachable, onRetry }: ConnectionStripProps) {
  const [retrying, setRetrying] = useState(false);
  const queryClient = useQueryClient();

  useEffect(() => {
    // The server may be on this machine, which answers without a network: only a call tells.
    const check = () => void queryClient.invalidateQueries({ queryKey: keyOf(undefined, "health.get") });
    window.addEventListener("offline", check);
    window.addEventListener("online", check);
    return () => {
      window.removeEventListener("offline", check);
      window.removeEventListener("online", check);
    };
  }, [queryClient]);

  async function retry() {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  }

  return (
    <div role="status">
      {isUnreachable && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-danger-soft px-4 py-1.5 text-danger lg:px-6">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
            {navigator.onLine ? "The server does not answer." : "This device is offline."} This screen may be outdated,
            and changes are not saved.
          </p>
          <Button disabled={retrying} onClick={() => void retry()}>
            {retrying ? "Connecting" : "Connect again"}
          </Button>
        </div>
      )}
    </div>
  );
}
