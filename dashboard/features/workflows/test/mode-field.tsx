import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import type { TestChoice, TestKind } from "./test-choices.ts";

const KINDS: readonly { id: TestKind; text: string; description: string }[] = [
  {
    id: "dry",
    text: "Dry",
    description: "Decides and renders every step. Sends nothing and is not counted.",
  },
  { id: "live", text: "Live", description: "Sends through your integrations, as a real event does." },
];

interface ModeFieldProps {
  choice: TestChoice;
  onChange: (change: Partial<TestChoice>) => void;
}

/** How a test differs from a real event. */
export function ModeField({ choice, onChange }: ModeFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup label="Test" value={choice.kind} options={KINDS} onChange={(kind) => onChange({ kind })} />
      <Checkbox
        label="Skip delays"
        hint="Digests, delays, throttles and waits end at once, and the cards say for how long they would be."
        checked={choice.skipDelays}
        onChange={(skipDelays) => onChange({ skipDelays })}
      />
    </div>
  );
}
