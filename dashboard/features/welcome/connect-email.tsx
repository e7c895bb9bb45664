import { Link } from "@tanstack/react-router";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { maskedKey } from "#dashboard/components/display/masked-key.ts";
import { connectSnippet } from "./welcome-snippets.ts";

interface ConnectEmailProps {
  apiUrl: string;
  apiKey: string | undefined;
  /** An email that the outbox has kept. */
  outboxMessageId: string | undefined;
}

/** The third step: read the email in the outbox, or connect a provider that delivers. */
export function ConnectEmail({ apiUrl, apiKey, outboxMessageId }: ConnectEmailProps) {
  const { shown, copied } = maskedKey(apiKey);
  const link = buttonClass("secondary", "self-start");
  return (
    <>
      <p>
        Until a provider is connected, emails are kept in the outbox and reach no one. The one of the demo event arrives
        there by itself.
      </p>
      {outboxMessageId ? (
        <Link to="/outbox/$messageId" params={{ messageId: outboxMessageId }} className={link}>
          Read it in the outbox
        </Link>
      ) : (
        <Link to="/outbox" search={{}} className={link}>
          Open the outbox
        </Link>
      )}
      <p>Connect a provider over the API, here a mail server of your own:</p>
      <CodeBlock
        label="Integration snippet"
        code={connectSnippet(apiUrl, shown)}
        codeToCopy={connectSnippet(apiUrl, copied)}
      />
    </>
  );
}
