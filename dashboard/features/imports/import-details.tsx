import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Import } from "#contract/imports.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ImportStateBadge } from "./import-progress.tsx";
import { ImportResult } from "./import-result.tsx";
import { isActive, KINDS } from "./import-texts.ts";

const CancelImport = lazyNamed(() => import("./cancel-import.tsx"), "CancelImport");

/** An import: its progress, and the lines with problems. */
export function ImportDetails({ row, refreshFailed }: { row: Import; refreshFailed: boolean }) {
  const { may } = useEnvironment();
  const [canceling, setCanceling] = useState(false);
  const { kind, state, dryRun, createdAt } = row;
  return (
    <Page
      title={`${dryRun ? "Check" : "Import"} of ${KINDS[kind].name.toLowerCase()}`}
      aside={<ImportStateBadge state={state} />}
      summary={
        refreshFailed ? (
          <RefreshFailed />
        ) : (
          <p>
            Started <RelativeTime moment={createdAt} />
            {dryRun && ". Nothing was written"}
          </p>
        )
      }
      actions={
        may("data.transfer") &&
        (isActive(row) ? (
          <Button onClick={() => setCanceling(true)}>Cancel …</Button>
        ) : (
          <Link to="/imports/new" search={{ kind }} className={buttonClass()}>
            Import another file
          </Link>
        ))
      }
    >
      <ImportResult row={row} />
      {canceling && (
        <Suspense>
          <CancelImport row={row} onClose={() => setCanceling(false)} />
        </Suspense>
      )}
    </Page>
  );
}
