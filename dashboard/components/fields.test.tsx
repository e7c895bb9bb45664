// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Checkbox } from "./controls/checkbox.tsx";
import { DateTimeField } from "./controls/date-time-field.tsx";
import { type Duration, DurationInput } from "./controls/duration-input.tsx";
import { JsonField } from "./controls/json-field.tsx";
import { NumberInput } from "./controls/number-input.tsx";
import { Picker } from "./controls/picker.tsx";
import type { PickerItem, PickerSearch } from "./controls/picker-results.tsx";
import { RadioGroup } from "./controls/radio-group.tsx";
import { Select } from "./controls/select.tsx";
import { TagInput } from "./controls/tag-input.tsx";

afterEach(cleanup);

const CHANNELS = [
  { id: "email", text: "Email" },
  { id: "sms", text: "SMS" },
] as const;
const ERROR = { type: "server", message: "must be one that the environment uses" };

function press(element: Element, key: string) {
  fireEvent.keyDown(element, { key });
  fireEvent.keyUp(element, { key });
}

/** Returns the text of what an element is described by. */
function descriptionOf(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

interface KeptProps<T> {
  initial: T;
  changed: (value: T) => void;
  field: (props: { value: T; onChange: (value: T) => void }) => ReactElement;
}

/** Keeps the value of a field, as a form does. */
function Kept<T>({ initial, changed, field }: KeptProps<T>) {
  const [value, setValue] = useState(initial);
  return field({
    value,
    onChange: (next) => {
      setValue(() => next);
      changed(next);
    },
  });
}

/** Renders a field, and returns how its value has been changed. */
function renderField<T>(initial: T, field: KeptProps<T>["field"]) {
  const changed = vi.fn<(value: T) => void>();
  render(<Kept initial={initial} changed={changed} field={field} />);
  return changed;
}

test("a select is named by its label and value, described by its error, and opened and operated by keys", async () => {
  const changed = renderField<"email" | "sms" | null>("email", (props) => (
    <Select label="Channel" error={ERROR} options={CHANNELS} {...props} />
  ));
  const button = screen.getByRole("button", { name: "Email Channel" });
  expect(descriptionOf(button)).toBe("Channel must be one that the environment uses");
  act(() => button.focus());
  press(button, "ArrowDown");
  const option = await screen.findByRole("option", { name: "SMS" });
  act(() => option.focus());
  press(option, "Enter");
  expect(changed.mock.lastCall).toEqual(["sms"]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "SMS Channel" })));
});

test("the right arrow key chooses the next option of a closed select", () => {
  const changed = renderField<"email" | "sms" | null>("email", (props) => (
    <Select label="Channel" options={CHANNELS} {...props} />
  ));
  const button = screen.getByRole("button", { name: "Email Channel" });
  act(() => button.focus());
  press(button, "ArrowRight");
  expect(changed.mock.lastCall).toEqual(["sms"]);
});

test("errors are linked to radio groups, checkboxes, numbers, durations and tags", () => {
  const none = () => undefined;
  render(
    <>
      <RadioGroup label="A" error={ERROR} value={null} options={CHANNELS} onChange={none} />
      <Checkbox label="B" error={ERROR} checked={false} onChange={none} />
      <NumberInput label="C" error={ERROR} value={1} onChange={none} />
      <DurationInput label="D" error={ERROR} value={{ amount: 1, unit: "days" }} onChange={none} />
      <TagInput label="E" error={ERROR} value={[]} onChange={none} />
    </>,
  );
  const described = {
    A: screen.getByRole("radiogroup", { name: "A" }),
    B: screen.getByRole("checkbox", { name: "B" }),
    C: screen.getByRole("textbox", { name: "C" }),
    D: screen.getByRole("textbox", { name: "D: amount" }),
    E: screen.getByRole("textbox", { name: "E" }),
  };
  for (const [label, element] of Object.entries(described)) {
    expect(descriptionOf(element)).toBe(`${label} must be one that the environment uses`);
    expect(element.getAttribute("aria-invalid"), label).toBe("true");
  }
});

test("a number takes no exponent, an empty field is none, and what is outside the limits stays", () => {
  const changed = renderField<number | null>(5, (props) => <NumberInput label="Days" min={1} max={31} {...props} />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Days" });
  const type = (text: string) => {
    act(() => input.focus());
    fireEvent.change(input, { target: { value: text } });
    act(() => input.blur());
  };
  type("400");
  expect(changed.mock.lastCall).toEqual([400]);
  expect(input.value).toBe("400");
  type("");
  expect(changed.mock.lastCall).toEqual([null]);
  type("1e3");
  expect(changed).toHaveBeenCalledTimes(2);
});

test("each change of a number counts while it is typed, and what is typed stays as it is", () => {
  const changed = renderField<number | null>(5, (props) => <NumberInput label="Share" decimals={2} {...props} />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Share" });
  act(() => input.focus());
  const typed = ["4", "47", "4", "", "-", "-1", "-1.", "-1.2"].map((text) => {
    fireEvent.change(input, { target: { value: text } });
    return [input.value, changed.mock.lastCall?.[0]];
  });
  expect(typed).toEqual([
    ["4", 4],
    ["47", 47],
    ["4", 4],
    ["", null],
    ["-", null],
    ["-1", -1],
    ["-1.", -1],
    ["-1.2", -1.2],
  ]);
  act(() => input.blur());
  expect(changed.mock.lastCall).toEqual([-1.2]);
});

test("a duration counts while its amount is typed", () => {
  const changed = renderField<Duration>({ amount: 5, unit: "minutes" }, (props) => (
    <DurationInput label="Wait" {...props} />
  ));
  const amount = screen.getByRole("textbox", { name: "Wait: amount" });
  act(() => amount.focus());
  fireEvent.change(amount, { target: { value: "47" } });
  expect(changed.mock.lastCall).toEqual([{ amount: 47, unit: "minutes" }]);
});

test("a duration keeps its amount when the unit changes, and the other way round", async () => {
  const changed = renderField<Duration>({ amount: 30, unit: "minutes" }, (props) => (
    <DurationInput label="Wait" units={["minutes", "hours"]} {...props} />
  ));
  const unit = screen.getByRole("button", { name: "minutes Wait: unit" });
  act(() => unit.focus());
  press(unit, "ArrowRight");
  expect(changed.mock.lastCall).toEqual([{ amount: 30, unit: "hours" }]);
  press(screen.getByRole("textbox", { name: "Wait: amount" }), "ArrowUp");
  expect(changed.mock.lastCall).toEqual([{ amount: 31, unit: "hours" }]);
});

test("a moment is shown in its zone, and a changed part of it is stored as a moment", () => {
  const changed = renderField<string | null>("2026-03-29T07:00:00.000Z", (props) => (
    <DateTimeField label="Start" zone="Europe/Berlin" {...props} />
  ));
  expect(screen.getByText("Europe/Berlin, GMT+2")).toBeTruthy();
  const hour = screen.getByRole("spinbutton", { name: /^hour/ });
  expect(hour.textContent).toBe("09");
  press(hour, "ArrowUp");
  expect(changed.mock.lastCall).toEqual(["2026-03-29T08:00:00.000Z"]);
});

test("tags are added once by Enter, comma, paste and leaving, and removed by Backspace and their buttons", () => {
  const changed = renderField<readonly string[]>(["billing"], (props) => <TagInput label="Tags" {...props} />);
  const input = screen.getByRole("textbox", { name: "Tags" });
  fireEvent.change(input, { target: { value: "orders" } });
  press(input, "Enter");
  expect(changed.mock.lastCall).toEqual([["billing", "orders"]]);
  fireEvent.change(input, { target: { value: "billing," } });
  expect(changed).toHaveBeenCalledTimes(1);
  fireEvent.paste(input, { clipboardData: { getData: () => "one, two" } });
  expect(changed.mock.lastCall).toEqual([["billing", "orders", "one", "two"]]);
  press(input, "Backspace");
  expect(changed.mock.lastCall).toEqual([["billing", "orders", "one"]]);
  fireEvent.change(input, { target: { value: "last" } });
  fireEvent.blur(input);
  expect(changed.mock.lastCall).toEqual([["billing", "orders", "one", "last"]]);
  const row = screen.getByRole("row", { name: /billing/ });
  fireEvent.click(within(row).getByRole("button"));
  expect(changed.mock.lastCall).toEqual([["orders", "one", "last"]]);
});

test("JSON is indented without a change of its numbers, and broken JSON names the place, to which a button leads", () => {
  const changed = renderField('{"id":12345678901234567890}', (props) => <JsonField label="Payload" {...props} />);
  fireEvent.click(screen.getByRole("button", { name: "Format" }));
  expect(changed.mock.lastCall).toEqual(['{\n  "id": 12345678901234567890\n}']);
  const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Payload" });
  fireEvent.change(area, { target: { value: '{\n  "id": 1\n  "at": 2\n}' } });
  expect(descriptionOf(area)).toBe("Payload has an error in line 3, column 3: a comma is missing");
  fireEvent.click(screen.getByRole("button", { name: "Go to the error" }));
  expect(document.activeElement).toBe(area);
  expect(area.value.slice(area.selectionStart)).toBe('"at": 2\n}');
});

function renderPicker(search: PickerSearch) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const changed = renderField<PickerItem | null>(null, (props) => (
    <QueryClientProvider client={client}>
      <Picker label="Subscriber" search={search} queryKey={["subscribers"]} clearable {...props} />
    </QueryClientProvider>
  ));
  fireEvent.click(screen.getByRole("button", { name: "Subscriber Choose" }));
  return changed;
}

test("a picker searches 200 ms after the last key, cancels what nobody waits for, and keeps the focus", async () => {
  const asked: { text: string; signal: AbortSignal }[] = [];
  const changed = renderPicker(({ text, signal }) => {
    asked.push({ text, signal });
    // The answer to "a" never comes.
    if (text === "a") return new Promise(() => undefined);
    return Promise.resolve({ items: [{ id: `${text}1`, text: `Found ${text}` }] });
  });
  const field = await screen.findByRole("searchbox", { name: "Search: Subscriber" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "a" } });
  await waitFor(() => expect(asked.map(({ text }) => text)).toEqual(["", "a"]));
  fireEvent.change(field, { target: { value: "ad" } });
  fireEvent.change(field, { target: { value: "ada" } });
  const option = await screen.findByRole("option", { name: "Found ada" });
  expect(asked.map(({ text }) => text)).toEqual(["", "a", "ada"]);
  expect(asked[1]?.signal.aborted).toBe(true);
  expect(document.activeElement).toBe(field);
  fireEvent.click(option);
  expect(changed.mock.lastCall).toEqual([{ id: "ada1", text: "Found ada" }]);
  fireEvent.click(await screen.findByRole("button", { name: "Clear Subscriber" }));
  expect(changed.mock.lastCall).toEqual([null]);
});

test("a picker whose search fails says so, and tries again", async () => {
  let failing = true;
  renderPicker(() => {
    if (failing) return Promise.reject(new Error("Subscribers could not be read"));
    return Promise.resolve({ items: [{ id: "ada", text: "Ada" }] });
  });
  await screen.findByText("Subscribers could not be read");
  failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("option", { name: "Ada" });
});
