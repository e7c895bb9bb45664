import { Switch } from "#dashboard/components/controls/switch.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { usePreferences } from "#dashboard/preferences.ts";
import { Keys } from "./keys.tsx";
import { CANVAS_SHORTCUTS, SHORTCUTS } from "./shortcut-texts.ts";
import { PALETTE_KEYS } from "./shortcuts.ts";

interface ShortcutListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A workflow is on the screen, whose canvas has keys of its own. */
  hasCanvas: boolean;
}

export function ShortcutList({ open, onOpenChange, hasCanvas }: ShortcutListProps) {
  const { letterShortcuts, set } = usePreferences();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      {hasCanvas && (
        <>
          <h3 className="font-medium">On a step of the workflow</h3>
          <KeyList shortcuts={CANVAS_SHORTCUTS} />
          <h3 className="border-t pt-3 font-medium">Everywhere</h3>
        </>
      )}
      <KeyList shortcuts={[{ keys: PALETTE_KEYS, description: "Search, and run commands" }, ...SHORTCUTS]} />
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

function KeyList({ shortcuts }: { shortcuts: typeof SHORTCUTS }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
      {shortcuts.map(({ keys, description }) => (
        <div key={description} className="contents">
          <dt>
            <Keys keys={keys} />
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
