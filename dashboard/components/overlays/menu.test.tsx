// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Menu, MenuChoices } from "./menu.tsx";
import { SearchMenu } from "./search-menu.tsx";

afterEach(cleanup);

const OPTIONS = [
  { id: "email", text: "Email" },
  { id: "sms", text: "SMS" },
] as const;

function openMenu(mode: "single" | "multiple") {
  const onChange = vi.fn();
  render(
    <Menu label="Channel" trigger={<button type="button">Channel</button>}>
      <MenuChoices label="Channel" mode={mode} options={OPTIONS} selected={["email"]} onChange={onChange} />
    </Menu>,
  );
  const trigger = screen.getByRole("button", { name: "Channel" });
  act(() => trigger.focus());
  fireEvent.keyDown(trigger, { key: "ArrowDown" });
  fireEvent.keyUp(trigger, { key: "ArrowDown" });
  return { onChange, trigger };
}

function press(element: Element, key: string) {
  fireEvent.keyDown(element, { key });
  fireEvent.keyUp(element, { key });
}

test("several choices are made by keys while the menu stays open", async () => {
  const { onChange } = openMenu("multiple");
  const sms = await screen.findByRole("menuitemcheckbox", { name: "SMS" });
  expect(screen.getByRole("menuitemcheckbox", { name: "Email" }).getAttribute("aria-checked")).toBe("true");
  act(() => sms.focus());
  press(sms, " ");
  expect(onChange).toHaveBeenCalledWith(["email", "sms"]);
  expect(screen.getByRole("menu", { name: "Channel" })).toBeTruthy();
});

test("one choice closes the menu and gives focus back to its button", async () => {
  const { onChange, trigger } = openMenu("single");
  const sms = await screen.findByRole("menuitemradio", { name: "SMS" });
  act(() => sms.focus());
  press(sms, "Enter");
  expect(onChange).toHaveBeenCalledWith(["sms"]);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(trigger));
});

test("what is searched for narrows the entries, and one that is hidden stays chosen", async () => {
  const onChange = vi.fn();
  const search = { label: "Search channels", emptyText: "No channel matches" };
  render(
    <SearchMenu label="Channel" search={search} trigger={<button type="button">Channel</button>}>
      <MenuChoices label="Channel" mode="multiple" options={OPTIONS} selected={["email"]} onChange={onChange} />
    </SearchMenu>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Channel" }));
  const field = await screen.findByRole("searchbox", { name: "Search channels" });
  fireEvent.change(field, { target: { value: "sm" } });
  await waitFor(() => expect(screen.queryByRole("menuitemcheckbox", { name: "Email" })).toBeNull());
  fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "SMS" }));
  expect(onChange).toHaveBeenCalledWith(["email", "sms"]);
  fireEvent.change(field, { target: { value: "fax" } });
  await screen.findByText("No channel matches");
});

test("Escape closes the menu without a change", async () => {
  const { onChange } = openMenu("single");
  const email = await screen.findByRole("menuitemradio", { name: "Email" });
  act(() => email.focus());
  press(email, "Escape");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(onChange).not.toHaveBeenCalled();
});
