import { useNavigate } from "@tanstack/react-router";
import { Ban, CheckCheck, Columns2, EllipsisVertical, ExternalLink, Users } from "lucide-react";
import { Suspense, useState } from "react";
import type { Activity } from "#contract/notifications.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isActive } from "../run-state.ts";
import { shownStatus } from "../skip-reason.ts";

const RetryRun = lazyNamed(() => import("./retry-run.tsx"), "RetryRun");

const HandleRun = lazyNamed(() => import("./handle-run.tsx"), "HandleRun");
const CancelRun = lazyNamed(() => import("../cancel/cancel-run.tsx"), "CancelRun");
const ChooseOtherRun = lazyNamed(() => import("./choose-other-run.tsx"), "ChooseOtherRun");

const ICON = "size-4";

/** The actions on a run, the most needed ones as buttons. */
export function RunActions({ run, onStartLike }: { run: Activity; onStartLike: () => void }) {
  const { may } = useEnvironment();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"retry" | "compare" | "handle" | "cancel">();
  const close = () => setOpened(undefined);
  const canUse = may("environment.use");
  const { engineUrl, transactionId, handled } = run;
  const hasFailed = run.jobs.some((job) => shownStatus(job) === "failed");
  return (
    <>
      {canUse && run.template && run.subscriber && <Button onClick={onStartLike}>Start one like this …</Button>}
      {canUse && hasFailed && (
        <Button variant="primary" onClick={() => setOpened("retry")}>
          Retry …
        </Button>
      )}
      <Menu
        label="Actions of this run"
        placement="bottom end"
        trigger={
          <IconButton label="Actions of this run">
            <EllipsisVertical className={ICON} aria-hidden="true" />
          </IconButton>
        }
      >
        {canUse && (hasFailed || handled) && (
          <MenuItem onAction={() => setOpened("handle")}>
            <CheckCheck className={ICON} aria-hidden="true" /> {handled ? "Remove handled mark" : "Mark as handled"} …
          </MenuItem>
        )}
        {canUse && isActive(run) && (
          <MenuItem onAction={() => setOpened("cancel")}>
            <Ban className={ICON} aria-hidden="true" /> Cancel run …
          </MenuItem>
        )}
        <MenuItem onAction={() => setOpened("compare")}>
          <Columns2 className={ICON} aria-hidden="true" /> Compare with …
        </MenuItem>
        <MenuItem onAction={() => void navigate({ to: "/activity", search: { transactionId } })}>
          <Users className={ICON} aria-hidden="true" /> Same event for others
        </MenuItem>
        {engineUrl && (
          <MenuItem href={engineUrl} target="_blank" rel="noreferrer">
            <ExternalLink className={ICON} aria-hidden="true" /> Open in engine UI
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {opened === "retry" && <RetryRun run={run} onClose={close} />}
        {opened === "handle" && <HandleRun run={run} onClose={close} />}
        {opened === "cancel" && <CancelRun run={run} onClose={close} />}
        {opened === "compare" && <ChooseOtherRun run={run} onClose={close} />}
      </Suspense>
    </>
  );
}
