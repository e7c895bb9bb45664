import { useState } from "react";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { maskedKey } from "./masked-key.ts";
import { Segmented } from "./segmented.tsx";

interface KeySnippetsProps<T extends string> {
  languages: readonly { id: T; text: string }[];
  initial: T;
  /** Returns the code in a language, with an API key or what stands for it. */
  codeOf: (language: T, key: string) => string;
  /** The environment's key, when the member may see it. */
  apiKey: string | undefined;
}

/** Code in one of several languages. The key in it is masked until it is shown, and copied as it is. */
export function KeySnippets<T extends string>({ languages, initial, codeOf, apiKey }: KeySnippetsProps<T>) {
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
      </div>
      <CodeBlock
        label={`${languages.find(({ id }) => id === language)?.text} snippet`}
        code={codeOf(language, revealed ? copied : shown)}
        codeToCopy={codeOf(language, copied)}
      />
    </div>
  );
}
