import { useState } from "react";
import { errorText } from "#dashboard/errors.ts";
import { Button } from "../controls/button.tsx";
import { Segmented } from "../controls/segmented.tsx";
import { CodeBlock } from "./code-block.tsx";
import { maskedKey } from "./masked-key.ts";

interface KeySnippetsProps<T extends string> {
  languages: readonly { id: T; text: string }[];
  initial: T;
  /** Returns the code in a language, with an API key or what stands for it. */
  codeOf: (language: T, key: string) => string;
  snippetKey: SnippetKey;
}

const KEY_TEXT = "The key is in the code that you copy. Copy it now: after a reload it cannot be shown again.";

/** The API key that snippets have, and how one is created. */
export interface SnippetKey {
  /** Undefined until one was created here. */
  apiKey: string | undefined;
  /** Undefined for members who may not create keys. */
  onCreate: (() => void) | undefined;
  isPending: boolean;
  error: Error | null;
}

/** Code in one of several languages. The key in it is masked until it is shown, and copied as it is. */
export function KeySnippets<T extends string>({ languages, initial, codeOf, snippetKey }: KeySnippetsProps<T>) {
  const { apiKey, onCreate, isPending, error } = snippetKey;
  const [language, setLanguage] = useState(initial);
  const [revealed, setRevealed] = useState(false);
  const { shown, copied } = maskedKey(apiKey);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Language" value={language} options={languages} onChange={setLanguage} />
        {apiKey && (
          <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            {revealed ? "Hide key" : "Show key"}
          </Button>
        )}
        {!apiKey && onCreate && (
          <Button pending={isPending} onClick={onCreate}>
            Create an API key
          </Button>
        )}
      </div>
      <p role="status" className="text-xs text-muted empty:hidden">
        {apiKey && KEY_TEXT}
      </p>
      {error && <p role="alert" className="text-danger wrap-anywhere">{`No key was created. ${errorText(error)}`}</p>}
      <CodeBlock
        label={`${languages.find(({ id }) => id === language)?.text} snippet`}
        code={codeOf(language, revealed ? copied : shown)}
        codeToCopy={codeOf(language, copied)}
      />
    </div>
  );
}
