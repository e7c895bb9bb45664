import { accentOf, SURFACES } from "./colors.ts";

/** The style sheet of the pages in the colour of an organisation. Nothing is loaded: fonts are those of the device. */
export function stylesFor(color: string | undefined): string {
  const [light, dark] = [accentOf(color, "light"), accentOf(color, "dark")];
  return `
:root { color-scheme: light dark;
  --bg: #f6f6f7; --surface: ${SURFACES.light}; --text: #17181c; --muted: #5a5e68; --line: #e6e7ea; --edge: #868a94;
  --accent: ${light.accent}; --on-accent: ${light.onAccent}; --ok: #e8f5ec; --shadow: 0 1px 2px rgb(0 0 0 / 4%); }
@media (prefers-color-scheme: dark) { :root {
  --bg: #0f1013; --surface: ${SURFACES.dark}; --text: #ececf0; --muted: #a3a7b3; --line: #2a2c33; --edge: #747884;
  --accent: ${dark.accent}; --on-accent: ${dark.onAccent}; --ok: #16301f; --shadow: none; } }
${RULES}`;
}

const RULES = `
* { box-sizing: border-box; }
html { scroll-padding: 24px 0 96px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Hiragino Sans", "Noto Sans JP", sans-serif; overflow-wrap: break-word; }
main { max-width: 672px; margin: 0 auto; padding: 40px 16px 56px; }
h1, h2, p { margin: 0; }
h1 { font-size: 26px; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
h2 { font-size: 15px; font-weight: 600; }
:lang(ar) h1, :lang(ja) h1 { letter-spacing: 0; line-height: 1.45; }
main:lang(ja) { word-break: auto-phrase; }
.muted { color: var(--muted); text-wrap: pretty; }
.small { font-size: 13.5px; }
.brand { display: flex; align-items: center; gap: 10px; min-height: 32px; margin-bottom: 32px; font-weight: 600; }
.brand img { display: block; height: 32px; max-width: 160px; object-fit: contain; }
@media (prefers-color-scheme: dark) { .brand img { background: #fff; border-radius: 6px; padding: 3px; } }
.lead { margin-top: 8px; }
.person { margin-top: 2px; }
section { margin-top: 32px; }
.head { margin-bottom: 10px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
.row { display: flex; align-items: center; justify-content: space-between; gap: 8px 20px; padding: 12px 16px; min-height: 56px; }
.row + .row { border-top: 1px solid var(--line); }
label.row { cursor: pointer; }
.name { font-weight: 500; }
.about { flex: 1 1 220px; min-width: 0; }
.workflow { flex-wrap: wrap; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chip { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 14px 0 11px; border: 1px solid var(--line);
  border-radius: 10px; cursor: pointer; font-size: 14px; color: var(--muted); transition: background-color 120ms, border-color 120ms; }
.chip:has(:checked) { color: var(--text); background: color-mix(in srgb, var(--accent) 9%, transparent);
  border-color: color-mix(in srgb, var(--accent) 45%, var(--line)); }
.chip.fixed { cursor: default; border-style: dashed; background: none; border-color: var(--line); }
@media (hover: hover) { label.chip:hover { border-color: var(--edge); } label.row:hover .name { color: var(--text); } }
input[type=checkbox] { appearance: none; flex: none; display: grid; place-content: center; width: 18px; height: 18px; margin: 0;
  border: 1.5px solid var(--edge); border-radius: 5px; background: var(--surface); cursor: inherit; }
input[type=checkbox]::before { content: ""; width: 10px; height: 10px; transform: scale(0); background: var(--on-accent);
  clip-path: polygon(13% 44%, 0 58%, 40% 100%, 100% 18%, 86% 5%, 39% 71%); }
input[type=checkbox]:checked { background: var(--accent); border-color: var(--accent); }
input[type=checkbox]:checked::before { transform: none; }
input.switch { width: 40px; height: 24px; border: 0; border-radius: 12px; background: var(--edge); place-content: center start; padding: 0 3px;
  transition: background-color 120ms; }
input.switch::before { transform: none; width: 18px; height: 18px; border-radius: 9px; clip-path: none; background: #fff;
  transition: translate 120ms; }
input.switch:checked::before { background: var(--on-accent); translate: 16px 0; }
[dir=rtl] input.switch:checked::before { translate: -16px 0; }
.lock { flex: none; width: 14px; height: 14px; color: var(--muted); }
.day { flex-wrap: wrap; padding-block: 6px; }
.day label { display: flex; align-items: center; gap: 10px; min-height: 44px; flex: 1 1 140px; cursor: pointer; }
.times { display: grid; gap: 6px; }
.span { display: flex; align-items: center; gap: 8px; color: var(--muted); }
input[type=time], input[type=search] { font: inherit; color: inherit; min-height: 44px; padding: 0 10px; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--surface); }
input[type=time] { width: 138px; font-size: 16px; font-variant-numeric: tabular-nums; color: var(--text); }
input[type=search] { flex: 1 1 160px; min-width: 0; font-size: 16px; }
.hours:not(:has(#hours:checked)) .day, .day:not(:has([name=day]:checked)) .times { display: none; }
button, .button { font: inherit; font-weight: 500; min-height: 44px; padding: 9px 18px; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--surface); color: var(--text); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
@media (hover: hover) { button:hover, .button:hover { border-color: var(--text); } button.primary:hover { filter: brightness(0.94); } }
.save { position: sticky; bottom: 0; display: flex; justify-content: flex-end; margin: 20px -16px 0; padding: 12px 16px;
  background: color-mix(in srgb, var(--bg) 88%, transparent); backdrop-filter: blur(8px); border-top: 1px solid var(--line); }
.notice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-top: 24px;
  padding: 8px 8px 8px 16px; min-height: 60px; border-radius: 12px; background: var(--ok); font-weight: 500; outline-offset: 2px; }
[dir=rtl] .notice { padding: 8px 16px 8px 8px; }
.notice p { flex: 1 1 200px; }
.search { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 12px; }
.pages { display: flex; align-items: center; justify-content: space-between; gap: 12px; margin-top: 12px; }
.pages > span:empty { min-width: 1px; }
.last { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px 20px; padding: 16px; }
main.alone { max-width: 560px; padding-top: 12vh; }
.alone .card { padding: 28px 24px; }
.actions { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 24px; }
.blank { padding: 36px 20px; text-align: center; }
.blank .muted { margin-top: 4px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.chip:has(:focus-visible), label.row:has(:focus-visible), .day label:has(:focus-visible) { outline: 2px solid var(--accent);
  outline-offset: 2px; border-radius: 10px; }
.chip :focus-visible, label.row :focus-visible, .day label :focus-visible { outline: none; }
.notice:focus-visible { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 479px) { main { padding-top: 24px; } .brand { margin-bottom: 24px; } h1 { font-size: 23px; }
  .save button { flex: 1; justify-content: center; } .times { width: 100%; } .span input { flex: 1; } .last button { flex: 1;
  justify-content: center; } main.alone { padding-top: 32px; } .actions > * { flex: auto; }
  .actions form { display: grid; } .actions button, .actions .button { justify-content: center; text-align: center; } }
@media (forced-colors: active) { input[type=checkbox], input.switch { appearance: auto; width: 20px; height: 20px; }
  input[type=checkbox]::before { display: none; } .save { background: Canvas; } .notice { border: 1px solid; }
  .chip:has(:checked) { border-color: Highlight; } button.primary { border-width: 2px; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { .save { position: static; } }
`;
