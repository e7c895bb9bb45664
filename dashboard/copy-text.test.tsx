// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";
import { toasts } from "#dashboard/components/overlays/toast.ts";
import { Toaster } from "#dashboard/components/overlays/toaster.tsx";

// Copying over plain http, where a browser has no clipboard for scripts.

beforeEach(() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  for (const { key } of toasts.visibleToasts) toasts.close(key);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

function copyBy(command: () => boolean) {
  Object.defineProperty(document, "execCommand", { value: command, configurable: true });
  render(
    <>
      <CopyButton value="order-shipped" what="identifier" />
      <Toaster />
    </>,
  );
  return act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy identifier" })));
}

test("the command of the browser copies the text alone", async () => {
  const copied: string[] = [];
  await copyBy(() => {
    const event = new Event("copy", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: { setData: (...data: string[]) => copied.push(...data) } });
    document.dispatchEvent(event);
    return true;
  });
  screen.getByRole("button", { name: "Copied identifier" });
  expect(copied).toEqual(["text/plain", "order-shipped"]);
  expect(document.body.textContent).not.toContain("order-shipped");
});

test("where nothing may be copied, the text is shown, selected, until it is dismissed", async () => {
  vi.useFakeTimers();
  await copyBy(() => false);
  screen.getByText("The browser does not allow copying here. Copy the identifier yourself:");
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText("order-shipped").getAttribute("translate")).toBe("no");
  expect(window.getSelection()?.toString()).toBe("order-shipped");
  screen.getByRole("button", { name: "Copy identifier" });
});
