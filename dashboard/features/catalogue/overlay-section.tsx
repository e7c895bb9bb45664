import { Info } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { Popover } from "#dashboard/components/overlays/popover.tsx";
import { RightPanel } from "#dashboard/components/overlays/right-panel.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Tooltip } from "#dashboard/components/overlays/tooltip.tsx";
import { useTexts } from "./sample-texts.ts";
import { Line, Section, Specimen } from "./section.tsx";

type Open = "dialog" | "confirmation" | "typed" | "failing" | "panel" | null;

export function OverlaySection() {
  return (
    <Section id="overlays">
      <MenuSpecimen />
      <DialogSpecimen />
      <ToastSpecimen />
    </Section>
  );
}

function MenuSpecimen() {
  const { label, sentence, action, value, options, hint } = useTexts();
  const [chosen, setChosen] = useState<string[]>(["0"]);
  return (
    <Specimen name="Menu, popover, tooltip" wide>
      <Line>
        <Menu label="Actions" trigger={<Button>Open menu</Button>}>
          <MenuItem>{action}</MenuItem>
          <MenuItem isDisabled>Promote</MenuItem>
          <MenuSeparator />
          <MenuChoices
            label={label}
            mode="multiple"
            options={options.map((text, index) => ({ id: String(index), text }))}
            selected={chosen}
            onChange={setChosen}
          />
        </Menu>
        <Popover label="Filter" trigger={<Button>Open popover</Button>}>
          <p>{sentence}</p>
          <Field label={label}>{(control) => <Input {...control} defaultValue={value} />}</Field>
          <Button variant="primary">{action}</Button>
        </Popover>
        <Tooltip text={hint}>
          <Button>
            <Info className="size-4" aria-hidden="true" />
            Show tooltip
          </Button>
        </Tooltip>
      </Line>
    </Specimen>
  );
}

function DialogSpecimen() {
  const { label, title, sentence, action, value, hint } = useTexts();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const confirmation = { onClose: close, title: `Delete ${title}?`, action: "Delete workflow" };
  return (
    <Specimen name="Dialog, confirmation, right panel" wide>
      <Line>
        <Button onClick={() => setOpen("dialog")}>Open dialog</Button>
        <Button onClick={() => setOpen("confirmation")}>Open confirmation</Button>
        <Button onClick={() => setOpen("typed")}>Open confirmation with a name</Button>
        <Button onClick={() => setOpen("failing")}>Open confirmation that fails</Button>
        <Button onClick={() => setOpen("panel")}>Open panel</Button>
      </Line>
      <div className="flex min-w-0 overflow-hidden rounded-lg border">
        <p className="min-w-0 flex-1 p-4 wrap-anywhere text-muted">{sentence}</p>
        <RightPanel
          open={open === "panel"}
          onClose={close}
          title={title}
          footer={<Button variant="primary">{action}</Button>}
        >
          <Field label={label} hint={hint}>
            {(control) => <Input {...control} defaultValue={value} />}
          </Field>
        </RightPanel>
      </div>
      <Dialog open={open === "dialog"} onOpenChange={close} title={title} description={sentence}>
        <Field label={label}>{(control) => <Input {...control} defaultValue={value} />}</Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            {action}
          </Button>
        </div>
      </Dialog>
      <Confirmation {...confirmation} open={open === "confirmation"} onConfirm={() => Promise.resolve()}>
        Deletes 1 workflow with 4 steps. 12 runs in flight finish.
      </Confirmation>
      <Confirmation {...confirmation} open={open === "typed"} typedName={value} onConfirm={() => Promise.resolve()}>
        Deletes 1,204 messages of 318 subscribers. This cannot be taken back.
      </Confirmation>
      <Confirmation
        {...confirmation}
        open={open === "failing"}
        onConfirm={() => Promise.reject(new Error("The workflow is used by 2 trigger steps"))}
      >
        {sentence}
      </Confirmation>
    </Specimen>
  );
}

function ToastSpecimen() {
  const { title } = useTexts();
  return (
    <Specimen name="Toast" wide>
      <Line>
        <Button onClick={() => showToast({ tone: "success", text: `${title} was archived`, undo: () => undefined })}>
          Show toast with undo
        </Button>
        <Button onClick={() => showToast({ tone: "danger", text: `${title} could not be saved` })}>
          Show toast of a failure
        </Button>
      </Line>
    </Specimen>
  );
}
