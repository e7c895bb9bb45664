import { copyText } from "#dashboard/copy-text.ts";
import { showToast } from "../overlays/toast.ts";

/** Copies a text, or shows it selected where the browser does not allow that. Returns whether it is copied. */
export async function copyOrShow(value: string, what: string): Promise<boolean> {
  const isCopied = await copyText(value);
  if (!isCopied)
    showToast({
      tone: "danger",
      text: `The browser does not allow copying here. Copy the ${what} yourself:`,
      selected: value,
    });
  return isCopied;
}
