import { Dialog } from "../../components/dialog.tsx";
import { Switch } from "../../components/switch.tsx";
import { usePreferences } from "../../preferences.ts";
import { Keys } from "./keys.tsx";
import { PALETTE_KEYS, SHORTCUTS } from "./shortcuts.ts";

export function ShortcutList({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { letterShortcuts, set } = usePreferences();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {[{ keys: PALETTE_KEYS, description: "Search, and run commands" }, ...SHORTCUTS].map(
          ({ keys, description }) => (
            <div key={description} className="contents">
              <dt>
                <Keys keys={keys} />
              </dt>
              <dd>{description}</dd>
            </div>
          ),
        )}
      </dl>
      <div className="flex items-center justify-between gap-4 border-t pt-3">
        <span className="text-muted">Turn single-letter keys off if speech input triggers them by accident.</span>
        <Switch
          label="Keyboard shortcuts"
          stateText={letterShortcuts ? "On" : "Off"}
          checked={letterShortcuts}
          onChange={(on) => set({ letterShortcuts: on })}
        />
      </div>
    </Dialog>
  );
}
