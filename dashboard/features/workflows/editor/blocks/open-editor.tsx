import type { Editor } from "@tiptap/core";
import { EditorContent } from "@tiptap/react";
import { type FocusEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { BlockHandle } from "./block-handle.tsx";
import { BlockMenuList } from "./block-menu-list.tsx";
import { blockAt } from "./block-position.ts";
import { BlockSettings } from "./block-settings.tsx";
import type { BlockEditorProps, Latest } from "./editor-props.ts";
import { MarksToolbar } from "./marks-toolbar.tsx";
import { useBlockMenu } from "./use-block-menu.ts";
import { useBlockSettings } from "./use-block-settings.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { useGivenProps } from "./use-given-props.ts";
import { useHoveredPlace } from "./use-hovered-place.ts";
import { useMarksBar } from "./use-marks-bar.ts";
import { useSelectedBlock } from "./use-selected-block.ts";

interface OpenEditorProps extends BlockEditorProps {
  editor: Editor;
  latest: RefObject<Latest>;
}

/** The blocks with what stands around them: the menu, the looks of texts, the handle, and the settings. */
export function OpenEditor({ editor, latest, ...props }: OpenEditorProps) {
  const { variables, seen, readOnly, isInvalid } = props;
  const box = useRef<HTMLDivElement>(null);
  const [announced, announce] = useState("");
  const [isInside, setInside] = useState(false);

  const menu = useBlockMenu(editor, variables, seen);
  const selected = useSelectedBlock(editor);
  const marks = useMarksBar(editor, selected.hasText);
  const settings = useBlockSettings(editor, selected, isInside);
  const hovered = useHoveredPlace(editor, settings.panel);

  useEditorKeys(editor, latest, { props, menu, marks, settings, block: selected.block, announce });
  useGivenProps(editor, latest, props);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setInside(false);
    marks.hide();
    // Another window, or the palette of a colour, comes back to the settings.
    if (relatedTarget !== null) settings.followSelection();
  }

  const block = isInside ? selected.block : undefined;
  const shownBlock = hovered.pos === undefined ? block : blockAt(editor.state, hovered.pos);
  // What is being typed at the menu is not wrong yet.
  const shownProblem = menu.options.length > 0 ? undefined : (selected.problem ?? props.issues.join(" "));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows where the focus and the pointer are
    <div
      onFocus={({ target }) => {
        setInside(true);
        // Back in the text, the settings are those of what is selected there.
        if (target === editor.view.dom) settings.followSelection();
      }}
      onBlur={onBlur}
      onMouseDown={({ target }) => {
        if (target instanceof Node && editor.view.dom.contains(target)) settings.reopen();
      }}
      {...hovered.handlers}
    >
      <EditorBox ref={box} editor={editor} isInvalid={isInvalid} isInside={isInside} readOnly={readOnly}>
        {!readOnly && (
          <>
            {isInside && marks.isShown && (
              <MarksToolbar editor={editor} box={box} bar={marks.bar} onClose={() => editor.view.focus()} />
            )}
            <BlockMenuList editor={editor} menu={menu} box={box} />
            {shownBlock && (
              <BlockHandle
                editor={editor}
                block={shownBlock}
                box={box}
                announce={announce}
                onSettings={settings.open}
              />
            )}
          </>
        )}
        {settings.shownAt !== null && (
          <BlockSettings
            key={settings.shownAt}
            editor={editor}
            pos={settings.shownAt}
            given={props}
            box={box}
            panel={settings.panel}
            onClose={settings.close}
          />
        )}
      </EditorBox>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <p role="status" className="text-xs text-danger wrap-anywhere not-empty:mt-1">
        {shownProblem}
      </p>
    </div>
  );
}

interface EditorBoxProps extends Pick<OpenEditorProps, "editor" | "isInvalid" | "readOnly"> {
  ref: RefObject<HTMLDivElement | null>;
  isInside: boolean;
  children: ReactNode;
}

function EditorBox({ ref, editor, isInvalid, isInside, readOnly, children }: EditorBoxProps) {
  return (
    <div
      ref={ref}
      data-invalid={isInvalid || undefined}
      // Until somebody works in it, the selection is none that anybody has made.
      data-inside={isInside || undefined}
      className={classNames(
        "relative rounded-b-md border border-outline text-text outline-accent has-[.tiptap:focus-visible]:outline-2 has-[.tiptap:focus-visible]:outline-offset-2 data-invalid:border-danger",
        readOnly ? "bg-sunken" : "bg-raised",
      )}
    >
      <EditorContent editor={editor} />
      {children}
    </div>
  );
}
