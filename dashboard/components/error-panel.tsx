import { TriangleAlert } from "lucide-react";
import { BelfryError } from "#client/client.ts";
import { sentencesOf } from "../errors.ts";
import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";

interface ErrorPanelProps {
  error: unknown;
  onRetry: () => void;
  /** 1 where the panel is the whole screen, whose title it then sets. */
  headingLevel?: 1 | 2;
}

/** Replaces content that could not be loaded: the error, the id to quote, and a button that tries again. */
export function ErrorPanel({ error, onRetry, headingLevel = 2 }: ErrorPanelProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-start gap-3 p-4 lg:p-8">
      {headingLevel === 1 && <title>Error · Belfry</title>}
      <TriangleAlert className="size-8 text-danger" aria-hidden="true" />
      <Heading className="text-lg font-semibold">{headline(error)}</Heading>
      <p role="alert" className="text-muted wrap-anywhere">
        {sentencesOf(error).join(" ")}
      </p>
      {error instanceof BelfryError && error.requestId && (
        <p className="flex max-w-full flex-wrap items-center gap-2 text-muted">
          Request id <CopyableId value={error.requestId} what="request id" />
        </p>
      )}
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function headline(error: unknown): string {
  if (!(error instanceof BelfryError)) return "This screen stopped working";
  if (error.status === 0) return "Belfry is not reachable";
  if (error.status === 403) return "You do not have access";
  if (error.status === 404) return "Not found";
  if (error.status === 429) return "Too many requests at once";
  return "This could not be loaded";
}
