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

/** The parts that the page shows, by how they are written. */
export function snippets(scriptUrl: string, session: Session) {
  const props = `applicationIdentifier="${session.applicationIdentifier}"\n  subscriberId="${session.subscriberId}"`;
  const wrapped = (imports: string, ...children: string[]) =>
    [
      `import { InboxProvider, ${imports} } from "@belfry/inbox";`,
      "",
      "<InboxProvider",
      `  ${props}`,
      ">",
      ...children.map((line) => `  ${line}`),
      "</InboxProvider>",
    ].join("\n");
  return {
    bell: {
      React: `import { Inbox } from "@belfry/inbox";\n\n<Inbox\n  ${props}\n/>`,
      HTML: elementSnippet(scriptUrl, session),
      Core: [
        `import { createInbox } from "@belfry/inbox/core";`,
        "",
        `const inbox = createInbox({`,
        `  applicationIdentifier: "${session.applicationIdentifier}",`,
        `  subscriberId: "${session.subscriberId}",`,
        "});",
        "inbox.start();",
        "inbox.counts.store.subscribe(() => {",
        "  badge.textContent = String(inbox.counts.get(inbox.UNREAD));",
        "});",
      ].join("\n"),
    },
    feed: {
      React: [
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
      ].join("\n"),
      Core: [
        "const feed = inbox.feed();",
        "feed.store.subscribe(({ notifications, status }) => {",
        "  render(notifications, status);",
        "});",
        "await feed.load();",
      ].join("\n"),
    },
    preferences: {
      React: wrapped(
        "Preferences",
        "<Preferences",
        `  groups={[{ name: "Work", tags: ["team"] }]}`,
        "  filter={{ critical: false }}",
        "/>",
      ),
      Core: [
        "await inbox.preferences.load();",
        "// Saved at once; false when it was rolled back.",
        `await inbox.preferences.change("orders", { email: false });`,
      ].join("\n"),
    },
    toaster: {
      React: wrapped("Inbox, Toaster", `<Toaster position="bottom-end" sound />`),
      HTML: `<belfry-inbox ... toasts="bottom-end"></belfry-inbox>`,
      Core: "inbox.onNotification((notification) => {\n  toast(notification.subject, notification.body);\n});",
    },
    look: {
      React: [
        "<Inbox",
        `  ${props}`,
        `  i18n="ar"`,
        "  appearance={{",
        `    theme: "dark",`,
        `    variables: { "--belfry-accent": "#0d7a5f" },`,
        `    elements: { item: "my-item" },`,
        "  }}",
        "/>",
      ].join("\n"),
      HTML: [
        `<belfry-inbox id="bell" language="ar" theme="dark" ...></belfry-inbox>`,
        "",
        "<script>",
        `  bell.appearance = { variables: { "--belfry-accent": "#0d7a5f" } };`,
        `  bell.addEventListener("belfry:navigate", (event) => {`,
        "    event.preventDefault();",
        "    router.push(event.detail);",
        "  });",
        "</script>",
      ].join("\n"),
    },
  } satisfies Record<string, Record<string, string>>;
}
