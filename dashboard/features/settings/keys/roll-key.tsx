import { useState } from "react";
import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { Select } from "#dashboard/components/controls/select.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const OVERLAPS = [
  { id: "0", text: "End it at once" },
  { id: "1", text: "For an hour" },
  { id: "24", text: "For 24 hours" },
  { id: "168", text: "For a week" },
] as const;
type Overlap = (typeof OVERLAPS)[number]["id"];

const OLD_KEY_TEXTS: Readonly<Record<Overlap, string>> = {
  "0": "The old key has ended.",
  "1": "The old key goes on working for an hour.",
  "24": "The old key goes on working for 24 hours.",
  "168": "The old key goes on working for a week.",
};

interface RollKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
  /** Called with the new key, and a sentence about the old one. */
  onRolled: (key: ApiKey, oldKeyText: string) => void;
}

/** Asks for how long the old key goes on, and replaces it. */
export function RollKey({ apiKey, onClose, onRolled }: RollKeyProps) {
  const { write } = useEnvironment();
  const [overlap, setOverlap] = useState<Overlap>("24");
  return (
    <Confirmation
      onClose={onClose}
      title={`Roll ${apiKey.name}?`}
      action="Roll key"
      tone="primary"
      onConfirm={async () => {
        const key = await write("apiKeys.roll", apiKey._id, { overlapHours: Number(overlap) });
        onRolled(key, OLD_KEY_TEXTS[overlap]);
      }}
    >
      <p>A new key of the same name and role takes its place.</p>
      <Select label="Keep the old key" value={overlap} options={OVERLAPS} onChange={setOverlap} />
    </Confirmation>
  );
}
