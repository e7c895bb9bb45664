// @vitest-environment happy-dom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { deferred } from "#dashboard/testing/deferred.ts";
import { CodeField } from "./code-field.tsx";
import { liquidCompletions, textCompletions } from "./completions.ts";

afterEach(cleanup);

interface FormProps extends Partial<Parameters<typeof CodeField>[0]> {
  Shown?: typeof CodeField;
  onSet?: (set: (value: string) => void) => void;
}

function Form({ Shown = CodeField, onSet, ...props }: FormProps) {
  const [value, setValue] = useState(props.value ?? "");
  useEffect(() => onSet?.(setValue), [onSet]);
  const changed = (next: string) => {
    props.onChange?.(next);
    setValue(next);
  };
  return <Shown label="Subject" language="liquid-text" {...props} value={value} onChange={changed} />;
}

/** A field whose value is kept around it. `set` changes the value from there. */
function renderField(props: FormProps = {}) {
  const onChange = vi.fn();
  const setters: ((value: string) => void)[] = [];
  const onSet = (set: (value: string) => void) => void setters.push(set);
  render(<Form {...props} onChange={onChange} onSet={onSet} />);
  return { onChange, set: (value: string) => act(() => setters.at(-1)?.(value)) };
}

/** The editor, once it is loaded. */
async function editor(): Promise<EditorView> {
  await waitFor(() => expect(document.querySelector(".cm-content")).not.toBeNull());
  const found = EditorView.findFromDOM(document.body.querySelector<HTMLElement>(".cm-editor") ?? document.body);
  if (!found) throw new Error("there is no editor");
  return found;
}

const type = (view: EditorView, insert: string) =>
  act(() => view.dispatch({ ...view.state.replaceSelection(insert), userEvent: "input.type" }));

test("what is typed before the editor is loaded is in it, with the cursor at the same place", async () => {
  // Another test may have loaded it already.
  vi.resetModules();
  const typed = deferred<void>();
  vi.doMock("./code-editor.tsx", async (load) => {
    await typed.promise;
    return load();
  });
  const { CodeField: Shown } = await import("./code-field.tsx");
  const { onChange } = renderField({ value: "Hi", Shown });
  const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Subject" });
  expect(area.tagName).toBe("TEXTAREA");
  area.focus();
  fireEvent.change(area, { target: { value: "Hi there" } });
  area.setSelectionRange(3, 3);
  fireEvent.select(area);
  vi.doUnmock("./code-editor.tsx");
  typed.resolve();
  const view = await editor();
  // It is in the document before it takes over the cursor and the focus.
  await waitFor(() => expect(document.activeElement).toBe(view.contentDOM));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("Hi there");
  expect(view.state.doc.toString()).toBe("Hi there");
  expect(view.state.selection.main.head).toBe(3);
});

test("the value goes in and out, and a value from outside keeps the cursor among its neighbours", async () => {
  const { onChange, set } = renderField({ value: "Hello you" });
  const view = await editor();
  act(() => view.dispatch({ selection: { anchor: 9 } }));
  type(view, "!");
  expect(onChange).toHaveBeenLastCalledWith("Hello you!");
  set("Dear Hello you!");
  expect(view.state.doc.toString()).toBe("Dear Hello you!");
  expect(view.state.selection.main.head).toBe(15);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a value that comes back late does not undo what was typed since", async () => {
  const late: string[] = [];
  const props = { label: "Subject", language: "liquid-text" as const, onChange: (value: string) => late.push(value) };
  const { rerender } = render(<CodeField {...props} value="" />);
  const view = await editor();
  type(view, "a");
  type(view, "b");
  rerender(<CodeField {...props} value={late[0] ?? ""} />);
  expect(view.state.doc.toString()).toBe("ab");
  rerender(<CodeField {...props} value={late[1] ?? ""} />);
  rerender(<CodeField {...props} value="a" />);
  expect(view.state.doc.toString()).toBe("a");
});

test("the editor is named by its label and described by its hint, its error and its first problem", async () => {
  renderField({ value: "{{ a | uppercas }}", hint: "Shown in lists.", error: { type: "x", message: "is too long" } });
  const view = await editor();
  const { contentDOM } = view;
  expect(screen.getByRole("textbox", { name: "Subject" })).toBe(contentDOM);
  expect(contentDOM.getAttribute("aria-invalid")).toBe("true");
  expect(contentDOM.getAttribute("aria-multiline")).toBe("false");
  const message = "Line 1, column 8: There is no filter uppercas. Did you mean uppercase?";
  await screen.findByText(message);
  // The text is there before the editor is described by it.
  await vi.waitFor(() => {
    const described = (contentDOM.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["Subject is too long", message]);
  });
  fireEvent.click(screen.getByText("Subject"));
  expect(document.activeElement).toBe(contentDOM);
});

test.each([
  ["{{ pa^", "payload", "{{ payload.^ }}"],
  ["{{ pa^y }}", "payload", "{{ payload.^ }}"],
  ["{{ pa^ylod.order }}", "payload", "{{ payload^.order }}"],
  ["{{ payload.or^ }} {{ 1 }}", "order", "{{ payload.order^ }} {{ 1 }}"],
  ["{{ payload.^ }}", "order id", '{{ payload["order id"]^ }}'],
])("the name that is chosen at %s replaces the word: %s", async (marked, name, expected) => {
  const text = { type: "string" };
  const payload = { type: "object", properties: { order: text, "order id": text } };
  const [before = "", after = ""] = marked.split("^");
  renderField({ value: `${before}${after}` });
  const view = await editor();
  act(() => view.dispatch({ selection: { anchor: before.length } }));
  const found = liquidCompletions(
    { state: view.state, pos: before.length },
    { type: "object", properties: { payload } },
  );
  const option = found?.options.find(({ label }) => label === name);
  if (!found || typeof option?.apply !== "function") throw new Error(`${name} is not offered`);
  const { apply } = option;
  act(() => apply(view, option, found.from, before.length));
  const { head } = view.state.selection.main;
  const result = view.state.doc.toString();
  expect(`${result.slice(0, head)}^${result.slice(head)}`).toBe(expected);
});

test.each([
  ['{{ "shop.he^', '{{ "shop.hello" | i18n^ }}'],
  ['{{ "shop.he^llo" | i18n }}', '{{ "shop.hello"^ | i18n }}'],
  ["{{'^'}}", "{{'shop.hello' | i18n^}}"],
  ['{% i18n "^', '{% i18n "shop.hello"^ %}'],
])("the key of a translation that is chosen at %s is printed in its language", async (marked, expected) => {
  const [before = "", after = ""] = marked.split("^");
  renderField({ value: `${before}${after}` });
  const view = await editor();
  const find = async () => [{ key: "shop.hello", text: "Hello", isGroup: false }];
  const found = await textCompletions({ state: view.state, pos: before.length }, find);
  const [option] = found?.options ?? [];
  if (!found || typeof option?.apply !== "function") throw new Error("nothing is offered");
  const { apply } = option;
  act(() => apply(view, option, found.from, before.length));
  const { head } = view.state.selection.main;
  const result = view.state.doc.toString();
  expect(`${result.slice(0, head)}^${result.slice(head)}`).toBe(expected);
});

test("an issue that the API finds later is shown, and gone with the variable that it names", async () => {
  const props = { label: "Subject", language: "liquid-text" as const, onChange: () => {} };
  const issues = [{ message: "The variable payload.x does not exist", variableName: "{{payload.x}}" }];
  const { rerender } = render(<CodeField {...props} value="Hi {{payload.x}}" />);
  await editor();
  rerender(<CodeField {...props} value="Hi {{payload.x}}" issues={issues} />);
  const shown = await screen.findByText("Line 1, column 6: The variable payload.x does not exist");
  rerender(<CodeField {...props} value="Hi {{payload.y}}" issues={issues} />);
  await vi.waitFor(() => expect(shown.textContent).toBe(""));
});

test("the keys of a history are for the one around the field", async () => {
  const [onUndo, onRedo] = [vi.fn(), vi.fn()];
  renderField({ value: "a", onUndo, onRedo });
  const { contentDOM } = await editor();
  fireEvent.keyDown(contentDOM, { key: "z", keyCode: 90, ctrlKey: true });
  fireEvent.keyDown(contentDOM, { key: "Z", keyCode: 90, ctrlKey: true, shiftKey: true });
  expect(onUndo).toHaveBeenCalledTimes(1);
  expect(onRedo).toHaveBeenCalledTimes(1);
});

test("Enter submits the form around a field of one line", async () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  document.body.addEventListener("submit", onSubmit, { once: true });
  render(
    <form>
      <CodeField label="Subject" language="liquid-text" value="a" onChange={() => {}} />
    </form>,
  );
  const view = await editor();
  fireEvent.keyDown(view.contentDOM, { key: "Enter", keyCode: 13 });
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(view.state.doc.toString()).toBe("a");
});

test("a field that is read only cannot be changed", async () => {
  const { onChange } = renderField({ value: "a", readOnly: true });
  const { contentDOM, state } = await editor();
  expect(contentDOM.getAttribute("aria-readonly")).toBe("true");
  expect(state.readOnly).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
});
