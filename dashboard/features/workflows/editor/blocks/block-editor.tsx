import { useEditor } from "@tiptap/react";
import { useRef, useState } from "react";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { BlockProblems } from "./block-problems.ts";
import { writeDocument } from "./editor-document.ts";
import { type BlockEditorProps, editorPropsOf, type Latest } from "./editor-props.ts";
import { EXTENSIONS } from "./extensions.ts";
import { OpenEditor } from "./open-editor.tsx";
import { FROM_OUTSIDE } from "./replace-blocks.ts";

const ALL_EXTENSIONS = [...EXTENSIONS, BlockProblems];

/** The editor of an email's blocks. It is loaded by itself, for it is large. */
export default function BlockEditor(props: BlockEditorProps) {
  const latest = useRef<Latest>({ props, given: [], onKey: () => false });
  // Others would be set at each rendering.
  const [editorProps] = useState(() => editorPropsOf(latest));
  const editor = useEditor({
    extensions: ALL_EXTENSIONS,
    editable: !props.readOnly,
    // A component that is rendered may be shown much later, and its editor would be gone by then.
    immediatelyRender: false,
    onUpdate: ({ editor: { state }, transaction }) => {
      if (!transaction.docChanged || transaction.getMeta(FROM_OUTSIDE)) return;
      const body = writeDocument(state.doc, latest.current.props.value);
      latest.current.given.push(body);
      latest.current.props.onChange(body);
    },
    editorProps,
  });
  if (!editor) return <Skeleton className="h-40 w-full" />;
  return <OpenEditor {...props} editor={editor} latest={latest} />;
}
