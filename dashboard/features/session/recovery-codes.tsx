import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored: () => void;
}

/** Shows recovery codes, which cannot be shown again, until somebody says that they are stored. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these recovery codes in a safe place. Each signs you in once without the application, and they cannot be
        shown again.
      </p>
      <div className="flex items-start gap-2 rounded-md border bg-sunken p-3">
        <ul
          translate="no"
          aria-label="Recovery codes"
          className="grid flex-1 grid-cols-1 gap-1 font-mono text-xs sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton value={codes.join("\n")} what="recovery codes" />
      </div>
      <Button variant="primary" onClick={onStored}>
        I have stored them
      </Button>
    </div>
  );
}
