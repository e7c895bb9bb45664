import { type ReactNode, useState } from "react";

/** Code in one or several ways of writing, with a button that copies it. */
export function Code({ title, variants }: { title: string; variants: Readonly<Record<string, string>> }) {
  const names = Object.keys(variants);
  const [chosen, choose] = useState(names[0] ?? "");
  const [copied, setCopied] = useState("");
  const text = variants[chosen] ?? "";
  return (
    <figure className="code">
      <figcaption>
        {names.length > 1 && <span className="hidden">{title}</span>}
        {names.length > 1 ? (
          <fieldset className="segments" aria-label={`${title} in`}>
            {names.map((name) => (
              <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
                {name}
              </button>
            ))}
          </fieldset>
        ) : (
          <span className="code-title">{title}</span>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={`Copy the code of ${title}`}
          onClick={async ({ currentTarget }) => {
            // Over plain http there is no clipboard: the code is selected instead.
            const code = currentTarget.closest("figure")?.querySelector("code");
            if (code) getSelection()?.selectAllChildren(code);
            await navigator.clipboard?.writeText(text);
            setCopied(text);
          }}
        >
          {copied !== text ? "Copy" : isSecureContext ? "Copied" : "Selected: press Ctrl+C"}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, also by keyboard. */}
      <pre tabIndex={0}>
        <code>{coloured(text)}</code>
      </pre>
    </figure>
  );
}

const TOKENS =
  /(\/\/[^\n]*)|("[^"\n]*"|`[^`]*`)|(<\/?[A-Za-z][\w-]*|\/?>)|\b(import|from|const|await|true|false|return)\b/g;
const KINDS = ["comment", "text", "tag", "word"];

/** Comments, texts, tags and key words get a colour: as much as short examples need. */
function coloured(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    parts.push(code.slice(end, match.index));
    parts.push(
      <span key={match.index} className={`code-${KINDS[kind]}`}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}
