/** Returns a call that triggers a workflow for the subscriber, with placeholders for key and workflow. */
export function triggerSnippet(apiUrl: string, subscriberId: string): string {
  const body = { name: "<workflow identifier>", to: { subscriberId }, payload: {} };
  return [
    `curl -X POST ${apiUrl}/v1/events/trigger \\`,
    `  -H "Authorization: ApiKey <secret key>" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}

/** Returns the markup with which a host page shows the inbox. */
export function elementSnippet(scriptUrl: string, applicationIdentifier: string, subscriberId: string): string {
  return [
    `<script src="${scriptUrl}" defer></script>`,
    `<belfry-inbox`,
    `  application-identifier="${applicationIdentifier}"`,
    `  subscriber-id="${subscriberId}"></belfry-inbox>`,
  ].join("\n");
}
