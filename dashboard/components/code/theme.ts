import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colors = HighlightStyle.define([
  { tag: [tags.variableName, tags.propertyName, tags.atom], color: "var(--info)" },
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.operatorKeyword], color: "var(--accent)" },
  { tag: tags.function(tags.variableName), color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: "var(--success)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  {
    tag: [tags.brace, tags.bracket, tags.paren, tags.punctuation, tags.derefOperator, tags.operator],
    color: "var(--muted)",
  },
  { tag: [tags.angleBracket, tags.documentMeta], color: "var(--muted)" },
  { tag: tags.tagName, color: "var(--accent)" },
  { tag: tags.attributeName, color: "var(--warning)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--danger)" },
]);

/** Underlines in the colours of the theme: those of CodeMirror are images. */
const underlined = (color: string) => ({
  backgroundImage: "none",
  paddingBottom: "0",
  textDecoration: `underline wavy var(${color})`,
  textDecorationThickness: "1px",
  textUnderlineOffset: "3px",
  textDecorationSkipInk: "none",
});

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", width: "100%", minWidth: "0", fontSize: "inherit" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.25rem", overflow: "auto" },
  ".cm-content": { padding: "0.3125rem 0", caretColor: "var(--text)", outline: "none", minWidth: "0" },
  ".cm-line": { padding: "0 0.625rem" },
  ".cm-placeholder": { color: "var(--muted)" },
  "& .cm-content ::selection, & .cm-content::selection": { backgroundColor: "var(--accent-soft)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none", paddingLeft: "0.25rem" },
  ".cm-lintRange-error": underlined("--danger"),
  ".cm-lintRange-warning": underlined("--warning"),
  ".cm-lintRange-info": underlined("--danger"),
  ".cm-lintRange-active": { backgroundColor: "var(--warning-soft)" },
  ".cm-lintPoint": { display: "none" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--border)",
    borderRadius: "0.375rem",
    boxShadow: "0 4px 12px var(--backdrop)",
    maxWidth: "min(28rem, 90vw)",
    overflow: "hidden",
    zIndex: "60",
  },
  ".cm-tooltip .cm-diagnostic": { padding: "0.375rem 0.625rem", marginLeft: "0", fontFamily: "var(--font-sans)" },
  ".cm-tooltip .cm-diagnostic-error": { borderLeft: "3px solid var(--danger)" },
  ".cm-tooltip .cm-diagnostic-info": { borderLeft: "3px solid var(--danger)" },
  ".cm-tooltip .cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible", padding: "0.25rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font-mono)",
    fontSize: "0.8125rem",
    maxHeight: "14.25rem",
    minWidth: "min(14rem, 80vw)",
    maxWidth: "min(24rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    alignItems: "baseline",
    gap: "1rem",
    padding: "0.25rem 0.5rem",
    borderRadius: "0.25rem",
    lineHeight: "1.25rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-completionLabel": { flex: "1 0 auto" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": {
    color: "var(--muted)",
    fontFamily: "var(--font-sans)",
    fontStyle: "normal",
    fontSize: "0.75rem",
    marginLeft: "0",
    overflow: "hidden",
    textOverflow: "ellipsis",
  },
  "li[aria-selected] .cm-completionDetail": { color: "var(--text)" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "0.375rem 0.625rem",
    fontFamily: "var(--font-sans)",
    fontSize: "0.75rem",
  },
  ".cm-completionInfo code": { fontFamily: "var(--font-mono)", overflowWrap: "anywhere" },
});

/** The height of a field of several lines: it grows with its text up to a limit, and scrolls from there on. */
export const severalLines: Extension = EditorView.theme({
  ".cm-scroller": { maxHeight: "60vh" },
  ".cm-content, .cm-gutter": { minHeight: "6rem" },
});

/** The look of code in the tokens of the dashboard, whose values change with the theme. */
export const codeTheme: Extension = [look, syntaxHighlighting(colors)];
