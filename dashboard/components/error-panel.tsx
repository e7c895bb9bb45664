import { useRouter } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { ApiError, errorText } from "../http.ts";
import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";

/** A screen that could not be read: what failed, what to quote, and another try. */
export function ErrorPanel({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-6 lg:p-12">
      <title>Something failed · Belfry</title>
      <TriangleAlert className="size-8 text-danger" aria-hidden="true" />
      <h1 className="text-lg font-semibold">{headline(error)}</h1>
      <p role="alert" className="text-muted wrap-anywhere">
        {errorText(error)}
      </p>
      {error instanceof ApiError && error.requestId && (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          Request <CopyableId value={error.requestId} what="request id" />
        </p>
      )}
      <Button variant="primary" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </div>
  );
}

function headline(error: unknown): string {
  if (!(error instanceof ApiError)) return "This screen stopped working";
  if (error.status === 0) return "Belfry is out of reach";
  if (error.status === 403) return "You may not see this";
  if (error.status === 429) return "Too many requests at once";
  return "This could not be loaded";
}
