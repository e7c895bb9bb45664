import { ShownSecret } from "#dashboard/components/display/shown-secret.tsx";

interface CreatedKeyProps {
  name: string;
  apiKey: string;
  /** The end of the key that it took the place of: "in 24 hours"; absent for a new key. */
  oldKeyText?: string | undefined;
  onDone: () => void;
}

/** A key right after it was created. */
export const CreatedKey = ({ name, apiKey, oldKeyText = "", onDone }: CreatedKeyProps) => (
  <ShownSecret
    label="New API key"
    title={`Copy the key ${name} now`}
    text={`It cannot be shown again: keep it where your application reads its secrets. ${oldKeyText}`}
    secret={apiKey}
    what="API key"
    onDone={onDone}
  />
);
