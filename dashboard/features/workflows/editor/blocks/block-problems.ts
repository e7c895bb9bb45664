import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { missingValues } from "#dashboard/components/code/missing-values.ts";
import { templateProblems } from "#dashboard/components/code/template-problems.ts";
import { loopTag, scopeEnd } from "./block-scope.ts";
import { shownText } from "./object-nodes.ts";

/** Something wrong with a variable or template in a block. */
export interface BlockProblem {
  from: number;
  to: number;
  message: string;
}

/** The names that texts are checked by. */
interface Checked {
  schema: Schema | undefined;
  /** Variables without a value in the data of the preview. */
  missing: readonly string[];
}

interface Problems extends Checked {
  found: readonly BlockProblem[];
  decorations: DecorationSet;
}

const key = new PluginKey<Problems>("blockProblems");

/** Marks unknown variables, those without a value, and templates that cannot be parsed. What they are checked by is given by `checkBy`. */
export const BlockProblems = Extension.create({
  name: "blockProblems",
  addProseMirrorPlugins: () => [
    new Plugin<Problems>({
      key,
      state: {
        init: (_, { doc }) => problemsOf(doc, { schema: undefined, missing: [] }),
        apply(tr, last) {
          const given: Checked | undefined = tr.getMeta(key);
          if (!given && !tr.docChanged) return last;
          return problemsOf(tr.doc, given ?? last);
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});

/** The meta of a transaction by which texts are checked from then on. */
export const checkBy = (checked: Checked) => [key, checked] as const;

export const foundProblems = (state: EditorState): readonly BlockProblem[] => key.getState(state)?.found ?? [];

/** Problems of texts by the schema that they were checked by: most texts are the same at the next key. */
const known = new WeakMap<object, Map<string, string | undefined>>();
const WITHOUT_SCHEMA = {};

function problemsOf(doc: Node, { schema, missing }: Checked): Problems {
  const checked = schema instanceof Object ? schema : WITHOUT_SCHEMA;
  const cache = known.get(checked) ?? new Map<string, string | undefined>();
  known.set(checked, cache);
  const problemOf = (scope: string, text: string): string | undefined => {
    const whole = `${scope}${text}${scopeEnd(scope)}`;
    const entry = `${missing.join()} ${whole}`;
    if (!cache.has(entry)) {
      const problems = [...templateProblems(whole, schema ?? true), ...missingValues(whole, missing)];
      cache.set(entry, problems.find(({ from }) => from >= scope.length)?.message);
    }
    return cache.get(entry);
  };
  const found: BlockProblem[] = [];
  const visit = (node: Node, start: number, scope: string): void => {
    node.forEach((child, offset) => {
      const from = start + offset;
      const message =
        notAVariable(child) ??
        textsOf(child)
          .map((text) => problemOf(scope, text))
          .find(Boolean);
      if (message) found.push({ from, to: from + child.nodeSize, message });
      if (!child.isLeaf) visit(child, from + 1, child.type.name === "repeat" ? `${scope}${loopTag(child)}` : scope);
    });
  };
  visit(doc, 0, "");
  const decorations = found.map(({ from, to, message }) =>
    Decoration.node(from, to, { title: message, class: "outline outline-2 outline-danger text-danger!" }),
  );
  return { schema, missing, found, decorations: DecorationSet.create(doc, decorations) };
}

const PATH = /^[a-z_][\w-]*(?:\.[\w-]+|\[\d+\])*$/i;

/** The sentence about a condition or list that is more than the name of a variable. */
function notAVariable({ attrs: { showIfKey, each } }: Node): string | undefined {
  if (showIfKey && !PATH.test(String(showIfKey)))
    return `Show only if takes the name of a variable, and not ${showIfKey}.`;
  if (each && !PATH.test(String(each))) return `The list has to be the name of a variable, and not ${each}.`;
  return undefined;
}

/** The templates that a node has itself. */
function textsOf(node: Node): string[] {
  const { type, attrs } = node;
  const condition = attrs.showIfKey ? [`{{ ${attrs.showIfKey} }}`] : [];
  switch (type.name) {
    case "variable":
      return [...condition, `{{ ${attrs.id} }}`];
    case "repeat":
      return attrs.each ? [...condition, `{{ ${attrs.each} }}`] : condition;
    case "button":
      return [...condition, shownText(attrs.text, attrs.isTextVariable), shownText(attrs.url, attrs.isUrlVariable)];
    case "image":
      return [
        ...condition,
        shownText(attrs.src, attrs.isSrcVariable),
        shownText(attrs.alt, false),
        shownText(attrs.externalLink, attrs.isExternalLinkVariable),
      ];
    case "htmlCodeBlock":
      return [...condition, String(attrs.html ?? "")];
    case "text":
      // A tag in a text may end in the next one: alone it is no template.
      return /\{%/.test(node.text ?? "") ? [] : [node.text ?? ""];
    default:
      return condition;
  }
}
