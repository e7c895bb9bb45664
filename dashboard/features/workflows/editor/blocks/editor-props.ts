import { NodeSelection } from "@tiptap/pm/state";
import type { EditorProps } from "@tiptap/pm/view";
import type { RefObject } from "react";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { cleanPaste, isMailSource } from "./clean-paste.ts";
import { readDocument } from "./editor-document.ts";

export interface BlockEditorProps {
  /** The body of the email. */
  value: string;
  onChange: (value: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  variables: Schema | undefined;
  seen: Schema | undefined;
  /** Variables without a value in the data of the preview. */
  missing: readonly string[];
  readOnly: boolean;
  labelledBy: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  /** Issues that the API found with variables of the body. They are shown where the editor finds nothing itself. */
  issues: readonly string[];
  /** Turns the source of a mail that was pasted into a document of blocks, and inserts that. */
  onMailPasted: (html: string, insert: (body: string) => void) => void;
}

/** Functions and values of the last rendering, for calls of the editor. */
export interface Latest {
  props: BlockEditorProps;
  /** Values that were given to `onChange` and have not come back yet. */
  given: string[];
  onKey: (event: KeyboardEvent) => boolean;
}

const CONTENT_CLASS = [
  "min-h-40 w-full py-3 pe-3 ps-14 outline-none wrap-anywhere",
  "[&_p]:my-2 [&_p]:[unicode-bidi:plaintext] [&_h3]:[unicode-bidi:plaintext] [&_h3]:my-2 [&_h3]:font-semibold [&_h3[data-level='1']]:text-2xl [&_h3[data-level='2']]:text-xl [&_h3[data-level='3']]:text-base",
  "[&_ul]:list-disc [&_ul]:ps-6 [&_ol]:list-decimal [&_ol]:ps-6 [&_li_p]:my-0.5 [&_blockquote]:border-s-4 [&_blockquote]:border-border [&_blockquote]:ps-3",
  "[&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-2 [&_pre]:font-mono [&_pre]:text-xs [&_code]:font-mono [&_code]:text-[0.9em] [&_hr]:my-3 [&_hr]:border-t [&_hr]:border-outline [&_a]:py-1 [&_a]:text-accent [&_a]:underline",
  "[&_p[data-block=footer]]:text-xs [&_p[data-block=footer]]:text-muted",
  "[&_[data-show-if]]:border-s-2 [&_[data-show-if]]:border-accent [&_[data-show-if]]:ps-2",
  "[[data-inside]_&_.ProseMirror-selectednode]:outline-2 [[data-inside]_&_.ProseMirror-selectednode]:outline-offset-2 [[data-inside]_&_.ProseMirror-selectednode]:outline-accent",
  "[&_.is-empty]:before:pointer-events-none [&_.is-empty]:before:float-start [&_.is-empty]:before:h-0 [&_.is-empty]:before:text-muted [&_.is-empty]:before:content-[attr(data-placeholder)]",
].join(" ");

/** Returns what TipTap gives to ProseMirror: the look of the text, its keys and what is pasted. */
export const editorPropsOf = (latest: RefObject<Latest>): EditorProps => ({
  // What a translator of the browser writes into it would be stored.
  attributes: { class: `notranslate ${CONTENT_CLASS}`, translate: "no" },
  handleKeyDown: (_, event) => latest.current.onKey(event),
  // The caption of a block selects it, what is in it is text.
  handleClickOn: (view, _, node, pos, { target }) => {
    const isCaption = target instanceof Element && target.closest("[data-caption]") !== null;
    if (!isCaption || !["repeat", "columns"].includes(node.type.name)) return false;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
    return true;
  },
  transformPastedHTML: cleanPaste,
  handlePaste: (view, { clipboardData }) => {
    const text = clipboardData?.getData("text/plain") ?? "";
    if (!isMailSource(text)) return false;
    latest.current.props.onMailPasted(text, (body) => {
      if (view.isDestroyed) return;
      view.dispatch(view.state.tr.replaceSelection(readDocument(body, view.state.schema).slice(0)));
    });
    return true;
  },
  handleDOMEvents: {
    beforeinput: (_, event) => {
      if (event.inputType === "historyUndo") latest.current.props.onUndo();
      else if (event.inputType === "historyRedo") latest.current.props.onRedo();
      else return false;
      event.preventDefault();
      return true;
    },
  },
});
