import { TriangleAlert } from "lucide-react";
import { BelfryError } from "#client/client.ts";
import { joinSentences, sentencesOf } from "#dashboard/errors.ts";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/button.tsx";
import { CopyableId } from "../controls/copy-button.tsx";

interface ErrorPanelProps {
  error: unknown;
  onRetry: () => void;
  /** It is being tried again. */
  isRetrying?: boolean;
  /** 1 where the panel is the whole screen, whose title it then sets. */
  headingLevel?: 1 | 2;
}

/** Replaces content that could not be loaded: the error, the id to quote, and a button that tries again. */
export function ErrorPanel({ error, onRetry, isRetrying = false, headingLevel = 2 }: ErrorPanelProps) {
  const isScreen = headingLevel === 1;
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={classNames(
        "flex w-full max-w-xl gap-3 p-4",
        isScreen ? "mx-auto flex-col items-start lg:p-8" : "items-start",
      )}
    >
      {isScreen && <title>Error · Belfry</title>}
      <TriangleAlert
        className={classNames("shrink-0 text-danger", isScreen ? "size-8" : "size-5")}
        aria-hidden="true"
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Heading className={isScreen ? "text-xl font-semibold" : "font-semibold"}>{headline(error, isScreen)}</Heading>
        <p role="alert" className="text-muted wrap-anywhere">
          {joinSentences(sentencesOf(error))}
        </p>
        {error instanceof BelfryError && error.requestId && (
          <p className="flex max-w-full flex-wrap items-center gap-2 text-muted">
            Request id <CopyableId value={error.requestId} what="request id" />
          </p>
        )}
        <Button variant={isScreen ? "primary" : "secondary"} pending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

function headline(error: unknown, isScreen: boolean): string {
  if (!(error instanceof BelfryError)) return isScreen ? "This screen stopped working" : "This could not be loaded";
  if (error.status === 0) return "Belfry is not reachable";
  if (error.status === 403) return "You do not have access";
  if (error.status === 404) return "Not found";
  if (error.status === 429) return "Too many requests at once";
  return "This could not be loaded";
}
