import { Bell, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { useTexts } from "./sample-texts.ts";
import { Line, Section, Specimen } from "./section.tsx";

export function ButtonSection() {
  const texts = useTexts();
  const [on, setOn] = useState(true);
  return (
    <Section id="buttons">
      <Specimen name="Button" wide>
        {[{}, { disabled: true }, { pending: true }].map((state) => (
          <Line key={Object.keys(state).join()}>
            <Button variant="primary" {...state}>
              <Send className="size-4" aria-hidden="true" />
              {texts.action}
            </Button>
            <Button {...state}>{texts.action}</Button>
            <Button variant="quiet" {...state}>
              {texts.action}
            </Button>
            <Button variant="danger" {...state}>
              <Trash2 className="size-4" aria-hidden="true" />
              {texts.action}
            </Button>
          </Line>
        ))}
      </Specimen>
      <Specimen name="Icon button, with its name as a tooltip" wide>
        <Line>
          <IconButton label="Notifications">
            <Bell className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton label="Notifications, disabled" disabled>
            <Bell className="size-4" aria-hidden="true" />
          </IconButton>
        </Line>
      </Specimen>
      <Specimen name="Switch" wide>
        <Line>
          <Switch label={texts.label} checked={on} onChange={setOn} stateText={on ? "Active" : "Inactive"} />
          <Switch label={`${texts.label}, off`} checked={false} onChange={() => undefined} stateText="Inactive" />
          <Switch label={`${texts.label}, disabled`} disabled checked onChange={() => undefined} stateText="Active" />
        </Line>
      </Specimen>
      <Specimen name="Badge, id" wide>
        <Line>
          {(["neutral", "accent", "success", "warning", "danger", "info"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <CopyableId value={texts.value} what="identifier" />
        </Line>
      </Specimen>
    </Section>
  );
}
