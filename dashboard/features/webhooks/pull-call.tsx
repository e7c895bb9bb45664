import { contextPaths } from "#dashboard/app/page-settings.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";

/** Shows the call by which a receiver that cannot be called pulls events. */
export function PullCall() {
  const url = `${window.location.origin + contextPaths.api}/v1/webhook-events?after=$CURSOR`;
  const code = [`curl "${url}"`, '  -H "Authorization: ApiKey $BELFRY_SECRET_KEY"'].join(" \\\n");
  return (
    <Disclosure title="Pull events from behind a firewall">
      <div className="flex min-w-0 flex-col gap-2 pt-2">
        <p className="text-muted">
          A receiver that cannot be called asks for events instead. Leave out the cursor in the first call: each answer
          has the one of the next call.
        </p>
        <CodeBlock label="Call that pulls events" code={code} />
      </div>
    </Disclosure>
  );
}
