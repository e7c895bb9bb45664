import { contextPaths } from "../app/page-settings.ts";

export const INBOX_ELEMENT = "belfry-inbox";

let loading: Promise<void> | undefined;

/** Loads the script that customers' pages load, once. It defines the element of the inbox. */
export function loadInbox(): Promise<void> {
  if (customElements.get(INBOX_ELEMENT)) return Promise.resolve();
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${contextPaths.web}/inbox/embed.js`;
    script.onload = () => resolve();
    script.onerror = () => {
      // The next call tries again.
      loading = undefined;
      script.remove();
      reject(new Error("The inbox's script was not loaded. Check the connection and that the server is running."));
    };
    document.head.append(script);
  });
  return loading;
}

/** A preference as the inbox lists it. */
export interface ShownPreference {
  level: "global" | "template";
  enabled: boolean;
  channels: Readonly<Record<string, boolean>>;
  workflow?: { id: string; identifier: string; name: string; critical: boolean };
}

/** An inbox without a server, which shows these preferences. */
interface PreferencesPreview {
  setPreferences: (preferences: readonly ShownPreference[]) => void;
}

/** Makes what the element shows in its property `preview`, by the script; undefined before that is loaded. */
export function createPreferencesPreview(preferences: readonly ShownPreference[]): PreferencesPreview | undefined {
  const script: unknown = Reflect.get(globalThis, "Belfry");
  return isScript(script) ? script.createPreview({ preferences }) : undefined;
}

/** The script's own types are not the dashboard's: it is of another program, the same that customers load. */
function isScript(
  value: unknown,
): value is { createPreview: (options: { preferences: readonly ShownPreference[] }) => PreferencesPreview } {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "createPreview") === "function";
}
