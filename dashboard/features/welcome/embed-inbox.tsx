import { useState } from "react";
import type { Environment } from "#contract/accounts/environments.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { inboxSnippets } from "./welcome-snippets.ts";

const WAYS = [
  { id: "react", text: "React" },
  { id: "html", text: "HTML" },
] as const;
type Way = (typeof WAYS)[number]["id"];

/** The fourth step: what to put into an app, for the environment. */
export function EmbedInbox({ environment }: { environment: Environment }) {
  const [way, setWay] = useState<Way>("react");
  const { origin } = window.location;
  const needsHash = environment.widget.notificationCenterEncryption;
  const snippets = inboxSnippets({
    applicationIdentifier: environment.identifier,
    apiUrl: origin + contextPaths.api,
    scriptUrl: `${origin}${contextPaths.web}/inbox/embed.js`,
    needsHash,
  });
  return (
    <>
      <p>
        The subscriber ID is your app's ID of the signed-in user. This step is done when an inbox other than the demo
        subscriber's is opened.
        {needsHash && " Your server makes the hash with createSubscriberHash from @belfry/client."}
      </p>
      <Segmented label="Kind of app" value={way} options={WAYS} onChange={setWay} />
      {way === "react" && <CodeBlock label="Installation command" code="npm install @belfry/inbox" />}
      <CodeBlock label={way === "react" ? "React snippet" : "HTML snippet"} code={snippets[way]} />
    </>
  );
}
