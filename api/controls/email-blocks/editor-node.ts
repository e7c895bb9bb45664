import type { BlockType } from "#contract/constants/templates/blocks.ts";

/** A mark of a text in a document of the block editor. */
export interface EditorMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** A node of a document of the block editor, as `emailHtml` renders it. */
export interface EditorNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  text?: string;
  marks?: EditorMark[];
}

/** Returns a node without what is empty or undefined. */
export function nodeOf(
  type: BlockType,
  attrs: Readonly<Record<string, unknown>> = {},
  content: EditorNode[] = [],
): EditorNode {
  const given = Object.entries(attrs).filter(([, value]) => value !== undefined);
  return {
    type,
    ...(given.length > 0 && { attrs: Object.fromEntries(given) }),
    ...(content.length > 0 && { content }),
  };
}

/** Returns the blocks, or an empty paragraph where there is none. */
export const filled = (blocks: EditorNode[]): EditorNode[] => (blocks.length > 0 ? blocks : [nodeOf("paragraph")]);
