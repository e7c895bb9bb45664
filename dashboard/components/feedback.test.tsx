// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../testing/deferred.ts";
import { Confirmation } from "./overlays/confirmation.tsx";
import { showToast, toasts } from "./overlays/toast.ts";
import { Toaster } from "./overlays/toaster.tsx";

beforeEach(() => {
  for (const { key } of toasts.visibleToasts) toasts.close(key);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a toast offers to undo for eight seconds, and closes when that is done", () => {
  const undo = vi.fn();
  render(<Toaster />);
  act(() => showToast({ tone: "success", text: "Order shipped was archived", undo }));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Order shipped was archived")).toBeNull();
});

test("the time of a toast stands still while it is pointed at or has the focus", () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => showToast({ tone: "success", text: "Saved", undo: () => undefined }));
  act(() => vi.advanceTimersByTime(7_000));
  const undo = screen.getByRole("button", { name: "Undo" });
  act(() => undo.focus());
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText("Saved")).toBeTruthy();
  act(() => undo.blur());
  act(() => vi.advanceTimersByTime(1_001));
  expect(screen.queryByText("Saved")).toBeNull();
});

function ask(onConfirm: () => Promise<unknown>, typedName?: string) {
  const onOpenChange = vi.fn();
  render(
    <Confirmation
      onClose={() => onOpenChange(false)}
      title="Delete Order shipped?"
      action="Delete workflow"
      onConfirm={onConfirm}
      {...(typedName !== undefined && { typedName })}
    >
      Deletes 1,204 messages.
    </Confirmation>,
  );
  return { onOpenChange, action: screen.getByRole<HTMLButtonElement>("button", { name: "Delete workflow" }) };
}

test("a confirmation begins at Cancel, acts once, and closes when that has succeeded", async () => {
  const { promise, resolve } = deferred<void>();
  const onConfirm = vi.fn(() => promise);
  const { onOpenChange, action } = ask(onConfirm);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(action);
  fireEvent.click(action);
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
});

test("a confirmation that fails stays open with the reason, and can be tried again", async () => {
  const onConfirm = vi.fn(() => Promise.reject(new Error("It is used by 2 trigger steps")));
  const { onOpenChange, action } = ask(onConfirm);
  fireEvent.click(action);
  expect((await screen.findByRole("alert")).textContent).toBe("It is used by 2 trigger steps");
  fireEvent.click(action);
  await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(2));
  expect(onOpenChange).not.toHaveBeenCalled();
});

test("what is large needs its name typed first", () => {
  const { action } = ask(() => Promise.resolve(), "order-shipped");
  expect(action.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Type order-shipped to confirm"), { target: { value: "order-shipped" } });
  expect(action.disabled).toBe(false);
});
