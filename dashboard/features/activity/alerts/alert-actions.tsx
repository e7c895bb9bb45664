import { Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AlertRule } from "#contract/activity/alert-rules.ts";
import { SLACK } from "#contract/constants/activity/alerts.ts";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { RowMenu } from "#dashboard/lists/row-menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the list's first load.
const AlertForm = lazyNamed(() => import("./alert-form.tsx"), "AlertForm");

const ICON = "size-4 shrink-0 text-muted";

/** Switches a rule on or off, for those who may. */
export function AlertSwitch({ rule: { _id, name, active } }: { rule: AlertRule }) {
  const { may, write } = useEnvironment();
  const change = useOneMutation<unknown, boolean>({
    mutationFn: (next) => write("alertRules.update", _id, { active: next }),
    onError: (error) => showToast({ tone: "danger", text: `${name} was not changed. ${errorText(error)}` }),
  });
  const isOn = change.isPending ? !active : active;
  const stateText = isOn ? "On" : "Off";
  if (!may("environment.use")) return <span className={isOn ? "" : "text-muted"}>{stateText}</span>;
  return (
    <span className="-ms-1">
      <Switch label={name} stateText={stateText} checked={isOn} onChange={(next) => change.mutate(next)} />
    </span>
  );
}

/** The menu of a rule: change, test, delete. Nothing for those who may not. */
export function AlertActions({ rule }: { rule: AlertRule }) {
  const { may, write } = useEnvironment();
  const { _id, name } = rule;
  const keptName = `alert-${_id}`;
  const [opened, setOpened] = useState<"edit" | "delete" | undefined>(() => (isKept(keptName) ? "edit" : undefined));
  const test = useOneMutation<{ results: { to: string; error?: string | undefined }[] }, void>({
    mutationFn: () => write("alertRules.test", _id),
    onSuccess: ({ results }) => showToast(testToast(results)),
    onError: (error) => showToast({ tone: "danger", text: `The test could not be sent. ${errorText(error)}` }),
  });
  if (!may("environment.use")) return null;
  const close = () => setOpened(undefined);
  return (
    <>
      <RowMenu of={name}>
        <MenuItem onAction={() => setOpened("edit")}>
          <Pencil className={ICON} aria-hidden="true" /> Edit …
        </MenuItem>
        <MenuItem onAction={() => test.mutate()}>
          <Send className={ICON} aria-hidden="true" /> Send a test
        </MenuItem>
        <MenuSeparator />
        <MenuItem onAction={() => setOpened("delete")}>
          <Trash2 className={ICON} aria-hidden="true" /> Delete
        </MenuItem>
      </RowMenu>
      <FormDialog open={opened === "edit"} onOpenChange={close} title={`Edit ${name}`} height="h-96">
        <AlertForm rule={rule} keptName={keptName} onSaved={close} />
      </FormDialog>
      {opened === "delete" && (
        <Confirmation
          onClose={close}
          title={`Delete ${name}?`}
          action="Delete alert rule"
          done={`${name} was deleted`}
          onConfirm={() => write("alertRules.delete", _id)}
        >
          <p>This rule sends no more alerts. This cannot be undone.</p>
        </Confirmation>
      )}
    </>
  );
}

function testToast(results: readonly { to: string; error?: string | undefined }[]) {
  const failed = results.filter(({ error }) => error !== undefined);
  if (results.length === 0) {
    return {
      tone: "danger" as const,
      text: "The rule has no email address and no Slack webhook, so no one was notified",
    };
  }
  if (failed.length === 0)
    return { tone: "success" as const, text: "The test was sent to all destinations of the rule" };
  const texts = failed.map(({ to, error }) => `${to === SLACK ? "Slack" : to}: ${error}`);
  return { tone: "danger" as const, text: `The test did not reach ${texts.join("; ")}` };
}
