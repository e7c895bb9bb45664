/** Who the snippets are for. */
export type Session = { applicationIdentifier: string; subscriberId: string };

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
export function elementSnippet(scriptUrl: string, { applicationIdentifier, subscriberId }: Session): string {
  return [
    `<script src="${scriptUrl}" defer></script>`,
    `<belfry-inbox`,
    `  application-identifier="${applicationIdentifier}"`,
    `  subscriber-id="${subscriberId}"></belfry-inbox>`,
  ].join("\n");
}

const lines = (...given: string[]): string => given.join("\n");

const wrapped = (props: string, imports: string, ...children: string[]): string =>
  lines(
    `import { InboxProvider, ${imports} } from "@belfry/inbox";`,
    "",
    "<InboxProvider",
    `  ${props}`,
    ">",
    ...children.map((line) => `  ${line}`),
    "</InboxProvider>",
  );

const inReact = (props: string) => ({
  bell: `import { Inbox } from "@belfry/inbox";\n\n<Inbox\n  ${props}\n/>`,
  feed: lines(
    `import { Feed, InboxProvider } from "@belfry/inbox";`,
    "",
    "const stores = [",
    `  { storeId: "all", label: "All" },`,
    `  { storeId: "team", label: "Team", query: { tags: ["team"] } },`,
    `  { storeId: "orders", label: "Orders", query: { tags: ["orders"] } },`,
    "];",
    "",
    "<InboxProvider",
    `  ${props}`,
    "  stores={stores}",
    ">",
    "  <Feed />",
    "</InboxProvider>",
  ),
  preferences: wrapped(
    props,
    "Preferences",
    "<Preferences",
    `  groups={[{ name: "Work", tags: ["team"] }]}`,
    "  filter={{ critical: false }}",
    "/>",
  ),
  toaster: wrapped(props, "Inbox, Toaster", `<Toaster position="bottom-end" sound />`),
  look: lines(
    "<Inbox",
    `  ${props}`,
    `  i18n="ar"`,
    "  appearance={{",
    `    theme: "dark",`,
    `    variables: { "--belfry-accent": "#0d7a5f" },`,
    `    elements: { item: "my-item" },`,
    "  }}",
    "/>",
  ),
});

const inHtml = {
  toaster: `<belfry-inbox ... toasts="bottom-end"></belfry-inbox>`,
  look: lines(
    `<belfry-inbox id="bell" language="ar" theme="dark" ...></belfry-inbox>`,
    "",
    "<script>",
    `  bell.appearance = { variables: { "--belfry-accent": "#0d7a5f" } };`,
    `  bell.addEventListener("belfry:navigate", (event) => {`,
    "    event.preventDefault();",
    "    router.push(event.detail);",
    "  });",
    "</script>",
  ),
};

const withCore = ({ applicationIdentifier, subscriberId }: Session) => ({
  bell: lines(
    `import { createInbox } from "@belfry/inbox/core";`,
    "",
    `const inbox = createInbox({`,
    `  applicationIdentifier: "${applicationIdentifier}",`,
    `  subscriberId: "${subscriberId}",`,
    "});",
    "inbox.start();",
    "inbox.counts.store.subscribe(() => {",
    "  badge.textContent = String(inbox.counts.get(inbox.UNREAD));",
    "});",
  ),
  feed: lines(
    "const feed = inbox.feed();",
    "feed.store.subscribe(({ notifications, status }) => {",
    "  render(notifications, status);",
    "});",
    "await feed.load();",
  ),
  preferences: lines(
    "await inbox.preferences.load();",
    "// Saved at once; false when it was rolled back.",
    `await inbox.preferences.change("orders", { email: false });`,
  ),
  toaster: "inbox.onNotification((notification) => {\n  toast(notification.subject, notification.body);\n});",
});

/** The parts that the page shows, by how they are written. */
export function snippets(scriptUrl: string, session: Session) {
  const react = inReact(
    `applicationIdentifier="${session.applicationIdentifier}"\n  subscriberId="${session.subscriberId}"`,
  );
  const core = withCore(session);
  return {
    bell: { React: react.bell, HTML: elementSnippet(scriptUrl, session), Core: core.bell },
    feed: { React: react.feed, Core: core.feed },
    preferences: { React: react.preferences, Core: core.preferences },
    toaster: { React: react.toaster, HTML: inHtml.toaster, Core: core.toaster },
    look: { React: react.look, HTML: inHtml.look },
  };
}
