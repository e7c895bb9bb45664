// @vitest-environment happy-dom

import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { type ComponentProps, useEffect, useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type TextSearch, TextSearchContext } from "#dashboard/components/code/text-search.ts";
import BlockEditor from "./block-editor.tsx";

// The fields of settings are code fields, whose editor may be there already when this file is not the first one.
beforeAll(() => import("#dashboard/components/code/code-editor.tsx"));
beforeEach(() => {
  // A browser tells of another selection once it is free, happy-dom in the midst of an update of the field.
  const dispatch = document.dispatchEvent.bind(document);
  vi.spyOn(document, "dispatchEvent").mockImplementation((event) =>
    event.type === "selectionchange" && document.activeElement?.closest(".cm-editor") ? true : dispatch(event),
  );
});
afterEach(cleanup);

/** Writes into a code field of the settings. */
async function fill(label: string, text: string): Promise<void> {
  const view = await waitFor(() => {
    const found = EditorView.findFromDOM(screen.getByLabelText(label));
    if (!found) throw new Error(`The editor of ${label} is not loaded yet.`);
    return found;
  });
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

type Props = ComponentProps<typeof BlockEditor>;

/** React hears of no selection while a button is down, in the files after this one neither: they share it. */
function pressMouse(element: HTMLElement): void {
  fireEvent.mouseDown(element);
  fireEvent.mouseUp(element);
}

const documentOf = (...content: object[]) => JSON.stringify({ type: "doc", content });
const paragraph = (text?: string) => ({ type: "paragraph", ...(text && { content: [{ type: "text", text }] }) });

const VARIABLES = {
  type: "object",
  properties: {
    subscriber: { type: "object", properties: { firstName: { type: "string", examples: ["Ada"] } } },
    payload: {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      },
    },
  },
};

interface FormProps extends Partial<Props> {
  body: string;
  onSet: (set: (value: string) => void) => void;
}

function Form({ body, onSet, ...props }: FormProps) {
  const [value, setValue] = useState(body);
  useEffect(() => onSet(setValue), [onSet]);
  return (
    <>
      <span id="label">Body</span>
      <BlockEditor
        onUndo={() => {}}
        onRedo={() => {}}
        variables={VARIABLES}
        seen={undefined}
        missing={[]}
        readOnly={false}
        labelledBy="label"
        describedBy={undefined}
        isInvalid={false}
        issues={[]}
        onMailPasted={() => {}}
        {...props}
        value={value}
        onChange={(next) => {
          props.onChange?.(next);
          setValue(next);
        }}
      />
    </>
  );
}

/** An editor whose body is kept around it. `set` changes the body from there. */
function open(body: string, { findTexts, ...props }: Partial<Props> & { findTexts?: TextSearch } = {}) {
  const onChange = vi.fn<(body: string) => void>();
  const setters: ((value: string) => void)[] = [];
  render(
    <TextSearchContext value={findTexts}>
      <Form body={body} onSet={(set) => void setters.push(set)} {...props} onChange={onChange} />
    </TextSearchContext>,
  );
  const text = screen.getByRole("textbox", { name: "Body" });
  // TipTap leaves its editor at the element.
  const { editor } = text as HTMLElement & { editor: Editor };
  return {
    onChange,
    text,
    editor,
    set: (value: string) => act(() => setters.at(-1)?.(value)),
    content: () => JSON.parse(onChange.mock.lastCall?.[0] ?? body).content,
  };
}

/** Types letters at the cursor, as the browser does. */
function type(editor: Editor, text: string) {
  for (const letter of text)
    act(() => {
      const { from, to } = editor.state.selection;
      const isHandled = editor.view.someProp("handleTextInput", (handle) =>
        handle(editor.view, from, to, letter, () => editor.state.tr.insertText(letter, from, to)),
      );
      if (!isHandled) editor.view.dispatch(editor.state.tr.insertText(letter, from, to));
    });
}

const press = (element: HTMLElement, key: string, init: object = {}) => fireEvent.keyDown(element, { key, ...init });

test("what is typed is in the document, and opening changes nothing", () => {
  const { editor, onChange, content } = open(documentOf(paragraph("Hello")));
  expect(onChange).not.toHaveBeenCalled();
  act(() => void editor.commands.setTextSelection(6));
  type(editor, " Ada");
  expect(content()).toEqual([paragraph("Hello Ada")]);
});

test("Markdown makes headings, lists and bold texts", () => {
  const { editor, content } = open("");
  type(editor, "## Title");
  act(() => void editor.commands.enter());
  type(editor, "- One **two**");
  expect(content()).toEqual([
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Title" }] },
    {
      type: "bulletList",
      content: [
        {
          type: "listItem",
          content: [
            {
              type: "paragraph",
              content: [
                { type: "text", text: "One " },
                { type: "text", text: "two", marks: [{ type: "bold" }] },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

test("a slash offers blocks, which a word finds and Enter adds; an object opens its settings by Enter", async () => {
  const { editor, text, content } = open("");
  type(editor, "/but");
  const list = screen.getByRole("listbox", { name: "Blocks" });
  expect(
    within(list)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Button"]);
  expect(text.getAttribute("aria-activedescendant")).toBe(within(list).getByRole("option").id);
  press(text, "Enter");
  expect(content()).toEqual([{ type: "button" }, { type: "paragraph" }]);
  act(() => text.focus());
  fireEvent.focusIn(text);
  press(text, "Enter");
  const settings = await screen.findByRole("region", { name: "Settings of Button" });
  await fill("Show only if", "payload.items");
  expect(content()[0]).toEqual({ type: "button", attrs: { showIfKey: "payload.items" } });
  // The first one may close names that are offered.
  await waitFor(() => {
    press(within(settings).getByLabelText("Show only if"), "Escape");
    expect(screen.queryByRole("region", { name: "Settings of Button" })).toBeNull();
  });
});

test("Esc closes the menu, and it stays closed for what is typed there", () => {
  const { editor, text } = open("");
  type(editor, "/h");
  press(text, "Escape");
  expect(screen.queryByRole("listbox")).toBeNull();
  type(editor, "e");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("two braces offer variables, and the chosen one is a pill; so is one that is typed out", () => {
  const { editor, text, content } = open("");
  type(editor, "Hi {{");
  const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names()).toEqual(["subscriberobject", "payloadobject"]);
  press(text, "Enter");
  expect(names()).toEqual(["firstNametext"]);
  screen.getByText(/Such as Ada/);
  press(text, "Enter");
  type(editor, ', {{ subscriber.firstName | default: "you" }}');
  expect(content()).toEqual([
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Hi " },
        { type: "variable", attrs: { id: "subscriber.firstName" } },
        { type: "text", text: ", " },
        { type: "variable", attrs: { id: "subscriber.firstName", fallback: "you" } },
      ],
    },
  ]);
});

test("a translation is chosen by its group and its key, and printed by a pill", async () => {
  const find = async (typed: string) =>
    typed === "shop."
      ? [{ key: "shop.hello", text: "Hello", isGroup: false }]
      : [{ key: "shop.", text: "Shop", isGroup: true }];
  const { editor, text, content } = open("", { findTexts: find });
  type(editor, "{{trans");
  press(text, "Enter");
  expect((await screen.findByRole("option")).textContent).toBe("shop.translations");
  press(text, "Enter");
  await screen.findByRole("option", { name: "shop.hello" });
  press(text, "Enter");
  expect(content()).toEqual([
    { type: "paragraph", content: [{ type: "variable", attrs: { id: '"shop.hello" | i18n' } }] },
  ]);
});

test("an unknown variable is marked, with the one that was probably meant; in a repeated part, items have names", () => {
  const pill = (id: string) => ({ type: "paragraph", content: [{ type: "variable", attrs: { id } }] });
  const repeat = (id: string) => ({ type: "repeat", attrs: { each: "payload.items" }, content: [pill(id)] });
  const { set } = open(documentOf(pill("subscriber.firstNam"), repeat("item.name")));
  screen.getByText("subscriber.firstNam does not exist. Did you mean subscriber.firstName?");
  expect(document.querySelector("[data-id='subscriber.firstNam']")?.className).toContain("danger");
  expect(document.querySelector("[data-id='item.name']")?.className).not.toContain("danger");
  set(documentOf(pill("subscriber.firstName"), repeat("item.nam")));
  screen.getByText("item.nam does not exist. Did you mean item.name?");
});

test("what the editor does not know is shown as kept, and is still there after an edit beside it", () => {
  const section = { type: "section", attrs: { padding: 3 }, content: [paragraph("Inner words")] };
  const glowing = { type: "paragraph", attrs: { glow: 2 }, content: [{ type: "text", text: "Mine" }] };
  const { editor, content } = open(documentOf(section, glowing, paragraph("x")));
  screen.getByText("Kept as it is");
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 1));
  type(editor, "!");
  expect(content()).toEqual([section, glowing, paragraph("x!")]);
});

test("a document from outside takes the place of what is shown and is not saved; the editor's own keys undo", () => {
  const onUndo = vi.fn();
  const onRedo = vi.fn();
  const { set, text, onChange } = open(documentOf(paragraph("Before")), { onUndo, onRedo });
  set(documentOf(paragraph("After"), paragraph("that")));
  expect(text.textContent).toBe("Afterthat");
  set("");
  expect(text.textContent).toBe("");
  expect(onChange).not.toHaveBeenCalled();
  press(text, "z", { ctrlKey: true });
  press(text, "z", { ctrlKey: true, shiftKey: true });
  expect([onUndo.mock.calls.length, onRedo.mock.calls.length]).toEqual([1, 1]);
});

test("a pasted table is a block of HTML, and a pasted image keeps its width", () => {
  const { editor, content } = open(documentOf(paragraph("Hello")));
  const table = "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>";
  act(() => void editor.view.pasteHTML(`<p>Hi</p>${table}<p><img src="https://a.example/1.png" width="200"></p>`));
  const [, html, image] = content();
  expect(html).toEqual({
    type: "htmlCodeBlock",
    content: [{ type: "text", text: expect.stringContaining("<td>b</td>") }],
  });
  expect(image).toEqual({ type: "image", attrs: { src: "https://a.example/1.png", width: 200 } });
});

test("Alt and arrow keys move a block, and say where it is", () => {
  const { editor, text, content } = open(documentOf(paragraph("One"), paragraph("Two"), paragraph("Three")));
  act(() => void editor.commands.setTextSelection(2));
  press(text, "ArrowDown", { altKey: true });
  screen.getByText("Paragraph moved to position 2 of 3");
  type(editor, "!");
  expect(content()).toEqual([paragraph("Two"), paragraph("O!ne"), paragraph("Three")]);
});

test("Alt and F10 go to the looks of the text, arrow keys move there, and Esc comes back", async () => {
  const { editor, text, content } = open(documentOf(paragraph("Hello")));
  act(() => {
    editor.commands.setTextSelection({ from: 1, to: 6 });
    text.focus();
  });
  fireEvent.focusIn(text);
  press(text, "F10", { altKey: true });
  const bold = await screen.findByRole("button", { name: "Bold" });
  await vi.waitFor(() => expect(document.activeElement).toBe(bold));
  fireEvent.click(bold);
  expect(content()[0].content).toEqual([{ type: "text", text: "Hello", marks: [{ type: "bold" }] }]);
  press(bold, "ArrowRight");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Italic" }));
  fireEvent.click(screen.getByRole("button", { name: "Link" }));
  const address = screen.getByLabelText("Address");
  fireEvent.change(address, { target: { value: "{{ payload.url }}" } });
  press(address, "Enter");
  expect(content()[0].content[0].marks).toContainEqual({
    type: "link",
    attrs: { href: "payload.url", isUrlVariable: true },
  });
});

test("a repeated part is selected with its settings, and the block in it selects the one around", async () => {
  const { editor, text, content } = open("");
  act(() => text.focus());
  fireEvent.focusIn(text);
  type(editor, "/repeat");
  press(text, "Enter");
  await fill("List", "payload.items");
  screen.getByText("In it: item.name");
  expect(content()[0]).toEqual({ type: "repeat", attrs: { each: "payload.items" }, content: [paragraph()] });
  await fill("List", "payload.items | first");
  screen.getAllByText("The list has to be the name of a variable, and not payload.items | first.");
  act(() => void editor.commands.setTextSelection(2));
  expect(screen.queryByLabelText("List")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Actions of Paragraph" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Select the repeat around" }));
  await screen.findByLabelText("List");
});

test("Esc and the button close the settings of a selected block, which stays selected; a click on it opens them again", () => {
  const { text, editor } = open(documentOf(paragraph("Order"), { type: "button", attrs: { text: "Show", url: "/" } }));
  const settings = () => screen.queryByRole("region", { name: "Settings of Button" });
  act(() => text.focus());
  act(() => editor.commands.setNodeSelection(7));
  expect(settings()).not.toBeNull();
  const wasHandled = !fireEvent.keyDown(text, { key: "Escape" });
  expect(wasHandled).toBe(true);
  expect(settings()).toBeNull();
  expect(editor.state.selection.from).toBe(7);
  pressMouse(text);
  fireEvent.click(within(settings() ?? text).getByRole("button", { name: "Close the settings" }));
  expect(settings()).toBeNull();
  pressMouse(text);
  expect(settings()).not.toBeNull();
  act(() => editor.commands.setTextSelection(2));
  expect(settings()).toBeNull();
});

test("columns have widths", () => {
  const column = { type: "column", content: [paragraph("x")] };
  const { editor, text, content } = open(documentOf({ type: "columns", content: [column, column] }));
  act(() => text.focus());
  fireEvent.focusIn(text);
  act(() => void editor.commands.setNodeSelection(0));
  fireEvent.click(screen.getByRole("radio", { name: "First wider" }));
  expect(content()[0].content.map(({ attrs }: { attrs: object }) => attrs)).toEqual([{ width: 67 }, { width: 33 }]);
  fireEvent.click(screen.getByRole("radio", { name: "Equal" }));
  expect(content()[0].content).toEqual([column, column]);
});

test("a viewer reads, and has no controls", () => {
  const { text } = open(documentOf(paragraph("Hello"), { type: "button", attrs: { text: "Go" } }), { readOnly: true });
  expect(text.getAttribute("contenteditable")).toBe("false");
  expect(text.getAttribute("aria-readonly")).toBe("true");
  expect(screen.queryAllByRole("button")).toEqual([]);
});
