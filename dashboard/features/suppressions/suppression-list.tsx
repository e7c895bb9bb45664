import { type ReactNode, useState } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { REASONS } from "./suppression-reasons.ts";

// The contract's schemas are not part of the list's first load.
const LiftForm = lazyNamed(() => import("./lift-form.tsx"), "LiftForm");

/** The name under which a reason is kept that was not sent. */
const keptNameOf = ({ _id }: Suppression): string => `lift-${_id}`;

const COLUMNS: readonly Column<Suppression>[] = [
  {
    id: "address",
    name: "Address",
    className: "max-sm:pe-24 sm:w-2/5",
    cell: ({ address }) => (
      <WithRowId value={address} what="address">
        <span className="font-medium wrap-anywhere" translate="no">
          {address}
        </span>
      </WithRowId>
    ),
  },
  {
    id: "reason",
    name: "Reason",
    cell: ({ reason, note }) => {
      const { name, tone, about } = REASONS[reason];
      return (
        <span className="flex min-w-0 flex-col items-start gap-0.5">
          <Badge tone={tone}>{name}</Badge>
          <span className="text-xs text-muted wrap-anywhere">{note || about}</span>
        </span>
      );
    },
  },
  {
    id: "channel",
    name: "Channel",
    className: "text-muted whitespace-nowrap",
    cell: ({ channel }) => STEP_TYPE_LABELS[channel].name,
  },
  {
    id: "createdAt",
    name: "Since",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

/** A page of suppressed addresses, each of which can be taken off the list. */
export function SuppressionTable({ rows, pager }: { rows: readonly Suppression[]; pager: ReactNode }) {
  const { may } = useEnvironment();
  const [lifting, setLifting] = useState(() => rows.find((row) => isKept(keptNameOf(row))));
  const lift: Column<Suppression> = {
    id: "lift",
    name: "Actions",
    nameHidden: true,
    className: "sm:w-20 sm:ps-0",
    cell: (row) => (
      <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
        <Button small onClick={() => setLifting(row)} aria-label={`Lift ${row.address}`}>
          Lift
        </Button>
      </span>
    ),
  };
  return (
    <>
      <Table
        label="Suppressed addresses"
        columns={may("environment.use") ? [...COLUMNS, lift] : COLUMNS}
        rows={rows}
        rowId={({ _id }) => _id}
      />
      {pager}
      <FormDialog
        open={lifting !== undefined}
        onOpenChange={() => setLifting(undefined)}
        title={lifting ? `Send to ${lifting.address} again?` : "Send again?"}
        height="h-24"
      >
        {lifting && (
          <div className="flex flex-col gap-3">
            <p>{REASONS[lifting.reason].about} What was left out is not sent later.</p>
            {lifting.providerId && (
              <p>The provider may keep a list of its own, on which the address has to be lifted as well.</p>
            )}
            <LiftForm suppression={lifting} keptName={keptNameOf(lifting)} onLifted={() => setLifting(undefined)} />
          </div>
        )}
      </FormDialog>
    </>
  );
}
