import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Italic,
  Link,
  type LucideIcon,
  Palette,
  Strikethrough,
  Underline,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { placeOf, within } from "./floating.ts";
import { shownText } from "./object-nodes.ts";

const MARKS: readonly { id: string; label: string; icon: LucideIcon }[] = [
  { id: "bold", label: "Bold", icon: Bold },
  { id: "italic", label: "Italic", icon: Italic },
  { id: "underline", label: "Underline", icon: Underline },
  { id: "strike", label: "Strikethrough", icon: Strikethrough },
  { id: "code", label: "Code", icon: Code },
];

const ALIGNMENTS: readonly { id: string; label: string; icon: LucideIcon }[] = [
  { id: "left", label: "Align left", icon: AlignLeft },
  { id: "center", label: "Align centre", icon: AlignCenter },
  { id: "right", label: "Align right", icon: AlignRight },
];

/** Colours that texts of mails have, readable on white. */
const COLOURS: readonly (readonly [name: string, value: string])[] = [
  ["Grey", "#64748b"],
  ["Red", "#b42318"],
  ["Orange", "#b54708"],
  ["Green", "#2c6e1c"],
  ["Blue", "#1d5aa6"],
  ["Purple", "#6941c6"],
];

/** In pixels. */
const WIDTH = 340;
const HEIGHT = 44;

interface MarksToolbarProps {
  editor: Editor;
  box: RefObject<HTMLDivElement | null>;
  bar: RefObject<HTMLDivElement | null>;
  /** Gives the focus back to the text. */
  onClose: () => void;
}

/** The looks of the selected text. Arrow keys move between its buttons, Esc goes back to the text. */
export function MarksToolbar({ editor, box, bar, onClose }: MarksToolbarProps) {
  const [open, setOpen] = useState<"link" | "colour">();
  const { active, link, from, to } = useEditorState({
    editor,
    selector: () => ({
      active: MARKS.filter(({ id }) => editor.isActive(id)).map(({ id }) => id),
      link: editor.isActive("link") ? editor.getAttributes("link") : null,
      from: editor.state.selection.from,
      to: editor.state.selection.to,
    }),
  });
  const start = placeOf(editor, box.current, from);
  const isAbove = start.top > HEIGHT;
  const top = isAbove ? start.top - HEIGHT : placeOf(editor, box.current, to).bottom + 6;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (open) setOpen(undefined);
      else onClose();
      return;
    }
    moveFocus(event);
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Text formatting"
      onKeyDown={onKeyDown}
      className="absolute z-20 flex max-w-full flex-col gap-1 rounded-lg border bg-raised p-1 shadow-lg"
      style={{ top, left: within(start.left, WIDTH, box.current) }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the selection of the text, and is no action of its own */}
      <div className="flex flex-wrap" onMouseDown={(event) => event.preventDefault()}>
        {MARKS.map(({ id, label, icon: Icon }) => (
          <Tool
            key={id}
            label={label}
            pressed={active.includes(id)}
            onPress={() => editor.chain().toggleMark(id).run()}
          >
            <Icon className="size-4" aria-hidden="true" />
          </Tool>
        ))}
        <Tool
          label="Link"
          pressed={link !== null}
          expanded={open === "link"}
          onPress={() => setOpen(open === "link" ? undefined : "link")}
        >
          <Link className="size-4" aria-hidden="true" />
        </Tool>
        <Tool
          label="Colour"
          expanded={open === "colour"}
          onPress={() => setOpen(open === "colour" ? undefined : "colour")}
        >
          <Palette className="size-4" aria-hidden="true" />
        </Tool>
        <AlignTools editor={editor} />
      </div>
      {open === "link" && (
        <LinkForm
          editor={editor}
          before={link ? shownText(link.href, link.isUrlVariable) : ""}
          onSet={() => {
            setOpen(undefined);
            onClose();
          }}
        />
      )}
      {open === "colour" && <ColourTools editor={editor} />}
    </div>
  );
}

/** Moves the focus to the next button, and from the last one to the first. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

function AlignTools({ editor }: Pick<MarksToolbarProps, "editor">) {
  const textAlign = useEditorState({
    editor,
    selector: () => editor.state.selection.$from.parent.attrs.textAlign as unknown,
  });
  const align = (id: string) => {
    const next = textAlign === id ? null : id;
    const chain = editor.chain();
    for (const type of ["paragraph", "heading", "footer"]) chain.updateAttributes(type, { textAlign: next });
    chain.run();
  };
  return ALIGNMENTS.map(({ id, label, icon: Icon }) => (
    <Tool key={id} label={label} pressed={textAlign === id} onPress={() => align(id)}>
      <Icon className="size-4" aria-hidden="true" />
    </Tool>
  ));
}

function ColourTools({ editor }: Pick<MarksToolbarProps, "editor">) {
  return (
    <div className="flex flex-wrap gap-1 border-t pt-1">
      {COLOURS.map(([name, value]) => (
        <IconButton
          key={value}
          label={name}
          onClick={() => editor.chain().setMark("textStyle", { color: value }).run()}
        >
          <span className="size-4 rounded-full" style={{ background: value }} />
        </IconButton>
      ))}
      <Button variant="quiet" small onClick={() => editor.chain().unsetMark("textStyle").run()}>
        No colour
      </Button>
    </div>
  );
}

interface ToolProps {
  label: string;
  pressed?: boolean;
  expanded?: boolean;
  onPress: () => void;
  children: ReactNode;
}

const Tool = ({ label, pressed, expanded, onPress, children }: ToolProps) => (
  <IconButton
    label={label}
    {...(pressed !== undefined && { "aria-pressed": pressed })}
    {...(expanded !== undefined && { "aria-expanded": expanded })}
    className={classNames((pressed || expanded) && "bg-accent-soft text-accent-strong")}
    onClick={onPress}
  >
    {children}
  </IconButton>
);

/** An address that is one variable is stored as its name. */
function linkAttributes(address: string): { href: string; isUrlVariable: true | null } {
  const name = /^\{\{([^{}%]+)\}\}$/.exec(address)?.[1]?.trim();
  return name ? { href: name, isUrlVariable: true } : { href: address, isUrlVariable: null };
}

interface LinkFormProps extends Pick<MarksToolbarProps, "editor"> {
  before: string;
  onSet: () => void;
}

function LinkForm({ editor, before, onSet }: LinkFormProps) {
  const [address, setAddress] = useState(before);
  function set(): void {
    const chain = editor.chain().extendMarkRange("link");
    if (address.trim() === "") chain.unsetMark("link").run();
    else chain.setMark("link", linkAttributes(address.trim())).run();
    onSet();
  }
  return (
    // The form of the step is around it, so it is none itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field sets the link
    <div
      className="flex items-end gap-1 border-t p-1"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        set();
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label="Address">
          {(control) => (
            <Input
              {...control}
              autoFocus
              className="font-mono"
              spellCheck={false}
              placeholder="https:// or {{variable}}"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button onClick={set}>Set link</Button>
    </div>
  );
}
