import { useNavigate } from "@tanstack/react-router";
import { Columns2, EllipsisVertical, ExternalLink, Users } from "lucide-react";
import { Suspense, useState } from "react";
import type { Activity } from "#contract/notifications.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Menu, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { failedSteps } from "./failed-steps.ts";

const RetryRun = lazyNamed(() => import("./retry-run.tsx"), "RetryRun");

const ChooseOtherRun = lazyNamed(() => import("./choose-other-run.tsx"), "ChooseOtherRun");

const ICON = "size-4";

/** What can be done with a run, the most needed as buttons. */
export function RunActions({ run, onStartLike }: { run: Activity; onStartLike: () => void }) {
  const { may } = useEnvironment();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"retry" | "compare">();
  const close = () => setOpened(undefined);
  const canUse = may("environment.use");
  const { engineUrl, transactionId } = run;
  return (
    <>
      {canUse && run.template && run.subscriber && <Button onClick={onStartLike}>Start one like this …</Button>}
      {canUse && failedSteps(run).length > 0 && (
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
        {opened === "compare" && <ChooseOtherRun run={run} onClose={close} />}
      </Suspense>
    </>
  );
}
