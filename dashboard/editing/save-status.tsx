import { Link, type LinkProps } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, LoaderCircle, RefreshCw } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { relativeText } from "#dashboard/components/display/relative-time.tsx";
import { useNow } from "#dashboard/components/use-now.ts";
import { errorText, isForbidden, joinSentences } from "../errors.ts";
import type { RefusedField, SaveState } from "./editor-model.ts";

interface SaveStatusProps<Field extends RefusedField> {
  save: SaveState<unknown, Field>;
  /** When the server has last saved it. */
  updatedAt: string;
  /** "workflow". */
  kind: string;
  /** Of objects whose versions members know by their numbers. */
  version?: number;
  versions?: Pick<LinkProps, "to" | "params">;
  nameOf: (field: Field) => string;
  onSaveNow: () => void;
}

/** Whether the server has what is on the screen, and which version that is. */
export function SaveStatus<Field extends RefusedField>(props: SaveStatusProps<Field>) {
  const { save, updatedAt, kind, version, versions, nameOf, onSaveNow } = props;
  const now = useNow();

  /** Names the fields, where all that was refused is fields. */
  function reason(failed: Extract<typeof save, { error: unknown }>): string {
    if (isForbidden(failed.error)) return `you are not allowed to change this ${kind}. Ask an admin.`;
    if (failed.kind === "failed" || failed.fields.length === 0) return errorText(failed.error);
    return joinSentences(failed.fields.map((field) => `${nameOf(field)} ${field.message}`));
  }

  switch (save.kind) {
    case "saved": {
      const at = save.at === undefined ? updatedAt : new Date(save.at).toISOString();
      const text = (
        <>
          <CircleCheck className="size-4 text-success" aria-hidden="true" />
          {`Saved ${relativeText(at, now)}${version === undefined ? "" : `, version ${version}`}`}
        </>
      );
      return versions ? (
        <Link {...versions} className="flex min-h-6 items-center gap-1.5 text-muted hover:underline">
          {text}
        </Link>
      ) : (
        <span className="flex items-center gap-1.5 text-muted">{text}</span>
      );
    }
    case "changed":
    case "saving":
      return (
        <span className="flex items-center gap-1.5 text-muted">
          <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />
          Saving
        </span>
      );
    case "failed":
    case "refused":
      return (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span role="alert" className="flex min-w-0 items-center gap-1.5 text-danger wrap-anywhere">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {`Not saved${isForbidden(save.error) ? ":" : "."} ${reason(save)}`}
          </span>
          <Button onClick={onSaveNow}>
            <RefreshCw className="size-4" aria-hidden="true" /> Save now
          </Button>
        </span>
      );
    case "deleted":
      return (
        <span className="flex items-center gap-1.5 text-warning">
          <CircleAlert className="size-4" aria-hidden="true" />
          {`Not saved: the ${kind} was deleted`}
        </span>
      );
    case "conflict":
      return (
        <span className="flex items-center gap-1.5 text-warning">
          <CircleAlert className="size-4" aria-hidden="true" />
          Not saved: there is a newer version
        </span>
      );
  }
}
