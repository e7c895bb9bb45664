import { contextPaths } from "../../page-settings.ts";

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
