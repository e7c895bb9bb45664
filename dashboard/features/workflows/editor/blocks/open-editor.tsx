import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { EditorContent, useEditorState } from "@tiptap/react";
import {
  type FocusEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { BlockHandle } from "./block-handle.tsx";
import { BlockMenuList } from "./block-menu-list.tsx";
import { type BlockPosition, blockAt, currentBlock, moveBlock } from "./block-position.ts";
import { checkBy, foundProblems } from "./block-problems.ts";
import { BlockSettings } from "./block-settings.tsx";
import type { BlockEditorProps, Latest } from "./editor-props.ts";
import { MarksToolbar } from "./marks-toolbar.tsx";
import { replaceBlocks } from "./replace-blocks.ts";
import { useBlockMenu } from "./use-block-menu.ts";

interface OpenEditorProps extends BlockEditorProps {
  editor: Editor;
  latest: RefObject<Latest>;
}

/** The blocks with what stands around them: the menu, the looks of texts, the handle, and the settings. */
export function OpenEditor({ editor, latest, ...props }: OpenEditorProps) {
  const { value, variables, missing, seen, readOnly, labelledBy, describedBy, isInvalid } = props;
  const box = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const menuId = useId();
  const [announced, announce] = useState("");
  const [isInside, setInside] = useState(false);
  const [isBarAsked, setBarAsked] = useState(false);
  const [settingsAt, setSettingsAt] = useState<number>();
  /** The selected block whose settings somebody has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number>();

  const menu = useBlockMenu(editor, variables, seen);
  const { block, selectedPos, hasText, problem, count } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { selection } = state;
      const problems = foundProblems(state);
      const own = problems.find(({ from, to }) => from <= selection.from && selection.to <= to) ?? problems[0];
      return {
        block: currentBlock(state),
        selectedPos: selection instanceof NodeSelection ? selection.from : null,
        hasText: selection instanceof TextSelection && !selection.empty,
        problem: own?.message,
        count: problems.length,
      };
    },
  });

  const shownSettings = settingsAt ?? (isInside && selectedPos !== closedAt ? selectedPos : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection has settings of its own
  useEffect(() => setClosedAt(null), [selectedPos]);

  function closeSettings(): void {
    setSettingsAt(undefined);
    setClosedAt(selectedPos);
    editor.view.focus();
  }

  function openSettings({ pos }: Pick<BlockPosition, "pos">): void {
    setSettingsAt(pos);
    // The panel is there after the next rendering.
    setTimeout(() => {
      const field = panel.current?.querySelector<HTMLElement>("input, textarea, [contenteditable=true]");
      (field ?? panel.current?.querySelector("button"))?.focus();
    });
  }

  function move(by: -1 | 1): void {
    if (!block) return;
    const { tr } = editor.state;
    const sentence = moveBlock(tr, block, by);
    if (!sentence) return;
    editor.view.dispatch(tr);
    announce(sentence);
  }

  /** Whether the key was one of the editor's own. */
  function keyPressed(event: KeyboardEvent): boolean {
    const isMod = event.metaKey || event.ctrlKey;
    const own = (): true => {
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    if (isMod && event.key.toLowerCase() === "z") {
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
      return own();
    }
    if (isMod && event.key.toLowerCase() === "y") {
      props.onRedo();
      return own();
    }
    if (!isMod && !event.altKey && menu.onKey(event.key)) return own();
    if (event.key === "Escape" && (hasText || isBarAsked)) {
      setBarAsked(false);
      editor.commands.setTextSelection(editor.state.selection.to);
      return own();
    }
    if (event.key === "Escape" && shownSettings !== null) {
      closeSettings();
      return own();
    }
    if (event.altKey && event.key === "F10") {
      setBarAsked(true);
      setTimeout(() => bar.current?.querySelector("button")?.focus());
      return own();
    }
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      move(event.key === "ArrowUp" ? -1 : 1);
      return own();
    }
    const isSelected = selectedPos !== null && event.key === "Enter" && !isMod;
    if (isSelected || (event.altKey && event.key === "Enter")) {
      const pos = selectedPos ?? block?.pos;
      if (pos !== undefined) openSettings({ pos });
      return own();
    }
    return false;
  }

  useLayoutEffect(() => {
    latest.current.props = props;
    latest.current.onKey = keyPressed;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value is shown.
  useLayoutEffect(() => {
    // A value that is on its way back is older than what has been typed since.
    const { given } = latest.current;
    const returned = given.indexOf(value);
    latest.current.given = returned < 0 ? [] : given.slice(returned + 1);
    if (returned < 0) replaceBlocks(editor, value);
  }, [value]);

  useEffect(() => {
    const [key, checked] = checkBy({ schema: variables, missing });
    editor.view.dispatch(editor.state.tr.setMeta(key, checked));
  }, [editor, variables, missing]);

  // The element may be another one after the editor was hidden.
  useLayoutEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false);
    const { dom } = editor.view;
    for (const [name, given] of Object.entries({
      role: "textbox",
      "aria-multiline": "true",
      "aria-labelledby": labelledBy,
      "aria-describedby": describedBy,
      "aria-readonly": readOnly ? "true" : undefined,
      "aria-invalid": isInvalid ? "true" : undefined,
      tabindex: "0",
    }))
      if (given === undefined) dom.removeAttribute(name);
      else if (dom.getAttribute(name) !== given) dom.setAttribute(name, given);
  });

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setInside(false);
    setBarAsked(false);
    // Another window, or the palette of a colour, comes back to the settings.
    if (relatedTarget !== null) setSettingsAt(undefined);
  }

  /** The place of the document beside which the pointer is; none in the settings. */
  function blockUnder({ clientX, clientY, target }: MouseEvent): number | undefined {
    if (target instanceof Node && panel.current?.contains(target)) return undefined;
    const found = editor.view.posAtCoords({ left: clientX, top: clientY });
    return found ? (found.inside >= 0 ? found.inside : found.pos) : undefined;
  }

  const shownBlock = hovered === undefined ? (isInside ? block : undefined) : blockAt(editor.state, hovered);
  // What is being typed at the menu is not wrong yet.
  const shownProblem =
    menu.options.length > 0
      ? undefined
      : problem
        ? count > 1
          ? `${problem} (1 of ${count})`
          : problem
        : props.issues.join(" ");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows where the focus and the pointer are
    <div
      onFocus={({ target }) => {
        setInside(true);
        // Back in the text, the settings are those of what is selected there.
        if (target === editor.view.dom) setSettingsAt(undefined);
      }}
      onBlur={onBlur}
      onMouseDown={({ target }) => {
        if (target instanceof Node && editor.view.dom.contains(target)) setClosedAt(null);
      }}
      onKeyDownCapture={() => setHovered(undefined)}
      onMouseLeave={() => setHovered(undefined)}
      onMouseMove={(event) => setHovered(blockUnder(event))}
    >
      <div
        ref={box}
        data-invalid={isInvalid || undefined}
        // Until somebody works in it, the selection is none that anybody has made.
        data-inside={isInside || undefined}
        className={classNames(
          "relative rounded-b-md border border-outline text-text outline-accent has-[.tiptap:focus-visible]:outline-2 has-[.tiptap:focus-visible]:outline-offset-2 data-invalid:border-danger",
          readOnly ? "bg-sunken" : "bg-raised",
        )}
      >
        <EditorContent editor={editor} />
        {!readOnly && (
          <>
            {isInside && (hasText || isBarAsked) && (
              <MarksToolbar editor={editor} box={box} bar={bar} onClose={() => editor.view.focus()} />
            )}
            <BlockMenuList editor={editor} menu={menu} id={menuId} box={box} />
            {shownBlock && (
              <BlockHandle editor={editor} block={shownBlock} box={box} announce={announce} onSettings={openSettings} />
            )}
          </>
        )}
        {shownSettings !== null && (
          <BlockSettings
            key={shownSettings}
            editor={editor}
            pos={shownSettings}
            variables={variables}
            seen={seen}
            readOnly={readOnly}
            box={box}
            panel={panel}
            onUndo={props.onUndo}
            onRedo={props.onRedo}
            onClose={closeSettings}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <p role="status" className="text-xs text-danger wrap-anywhere not-empty:mt-1">
        {shownProblem}
      </p>
    </div>
  );
}
