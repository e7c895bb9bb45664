import { EllipsisVertical, KeyRound, RotateCw, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "#contract/constants/webhooks.ts";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const EndpointForm = lazyNamed(() => import("./endpoint-form.tsx"), "EndpointForm");
const RecoverForm = lazyNamed(() => import("./recover-form.tsx"), "RecoverForm");

const ICON = "size-4 shrink-0 text-muted";
/** The names under which is kept what was not sent. */
const EDIT = "endpoint";
const RECOVERY = "endpoint-recovery";

type Opened = "edit" | "recover" | "rotate" | "delete" | undefined;

interface EndpointActionsProps {
  endpoint: WebhookEndpoint;
  onRotated: (secret: string) => void;
  onDeleted: () => void;
}

/** The switch and the buttons of an endpoint's screen. */
export function EndpointActions({ endpoint, onRotated, onDeleted }: EndpointActionsProps) {
  const { _id, active } = endpoint;
  const { write } = useEnvironment();
  const [opened, setOpened] = useState<Opened>(() =>
    isKept(EDIT) ? "edit" : isKept(RECOVERY) ? "recover" : undefined,
  );
  const close = () => setOpened(undefined);
  const switching = useOneMutation<unknown, boolean>({
    mutationFn: (next) => write("webhookEndpoints.update", _id, { active: next }),
    onError: (error) => showToast({ tone: "danger", text: `The endpoint was not changed. ${errorText(error)}` }),
  });
  const testing = useOneMutation<unknown, void>({
    mutationFn: () => write("webhookEndpoints.test", _id),
    onSuccess: () => showToast({ tone: "success", text: "An example event is sent" }),
    onError: (error) => showToast({ tone: "danger", text: `No example was sent. ${errorText(error)}` }),
  });
  const isOn = switching.isPending ? !active : active;
  return (
    <>
      <Switch
        label="The endpoint is sent events"
        stateText={isOn ? "On" : "Off"}
        checked={isOn}
        onChange={(next) => switching.mutate(next)}
      />
      <Button onClick={() => setOpened("edit")}>Edit</Button>
      <Menu
        label="Actions of the endpoint"
        placement="bottom end"
        trigger={
          <IconButton label="Actions of the endpoint">
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => testing.mutate()}>
          <Send className={ICON} aria-hidden="true" /> Send an example
        </MenuItem>
        <MenuItem onAction={() => setOpened("recover")}>
          <RotateCw className={ICON} aria-hidden="true" /> Recover events since …
        </MenuItem>
        <MenuItem onAction={() => setOpened("rotate")}>
          <KeyRound className={ICON} aria-hidden="true" /> Replace the secret …
        </MenuItem>
        <MenuSeparator />
        <MenuItem onAction={() => setOpened("delete")}>
          <Trash2 className={ICON} aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
      <EndpointDialogs
        endpoint={endpoint}
        opened={opened}
        onClose={close}
        onRotated={onRotated}
        onDeleted={onDeleted}
      />
    </>
  );
}

interface EndpointDialogsProps extends EndpointActionsProps {
  opened: Opened;
  onClose: () => void;
}

function EndpointDialogs({ endpoint, opened, onClose, onRotated, onDeleted }: EndpointDialogsProps) {
  const { _id, url, failingSince } = endpoint;
  const { write } = useEnvironment();
  return (
    <>
      <FormDialog open={opened === "edit"} onOpenChange={onClose} title="Edit endpoint" height="h-80">
        <EndpointForm endpoint={endpoint} keptName={EDIT} onSaved={onClose} />
      </FormDialog>
      <FormDialog open={opened === "recover"} onOpenChange={onClose} title="Recover events" height="h-60">
        <RecoverForm endpointId={_id} keptName={RECOVERY} since={failingSince} onDone={onClose} />
      </FormDialog>
      {opened === "rotate" && (
        <Confirmation
          onClose={onClose}
          title="Replace the signing secret?"
          action="Replace secret"
          tone="primary"
          onConfirm={async () => onRotated((await write("webhookEndpoints.rotateSecret", _id)).secret)}
        >
          <p>
            {`For ${WEBHOOK_SECRET_OVERLAP_HOURS} hours events are signed with the old one as well, so that your application can change over.`}
          </p>
        </Confirmation>
      )}
      {opened === "delete" && (
        <Confirmation
          onClose={onClose}
          title="Delete the endpoint?"
          action="Delete endpoint"
          done="The endpoint was deleted"
          onConfirm={async () => {
            await write("webhookEndpoints.delete", _id);
            onDeleted();
          }}
        >
          <p>
            Nothing more is sent to <span translate="no">{url}</span>, what waits for it included. This cannot be
            undone.
          </p>
        </Confirmation>
      )}
    </>
  );
}
