// @vitest-environment node
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Bell, Feed, Inbox, InboxProvider } from "./index.ts";

test("the inbox renders on a server, where there is no window and nothing is asked for", () => {
  expect(typeof window).toBe("undefined");
  expect(renderToString(<Inbox applicationIdentifier="app" subscriberId="ada" />)).toContain(
    'aria-label="Notifications"',
  );
});

test("an open inbox, and a list of its own, render as while they load", () => {
  const open = renderToString(<Inbox applicationIdentifier="app" subscriberId="ada" open />);
  expect(open).toContain('aria-label="Loading notifications"');
  const feed = renderToString(
    <InboxProvider applicationIdentifier="app" subscriberId="ada">
      <Feed />
    </InboxProvider>,
  );
  expect(feed).toContain('aria-label="Loading notifications"');
  expect(feed).not.toContain("style=");
});

test("a provider around an application adds no element, and each part has one root", () => {
  const page = renderToString(
    <InboxProvider applicationIdentifier="app" subscriberId="ada" appearance={{ theme: "dark" }}>
      <main>
        <Bell open={false} onToggle={() => undefined} />
      </main>
    </InboxProvider>,
  );
  expect(page).toMatch(/^<main><div class="belfry" data-theme="dark"/);
  expect(renderToString(<Inbox applicationIdentifier="app" subscriberId="ada" shadow />)).toBe(
    '<div class="belfry-shadow"></div>',
  );
  expect(renderToString(<Inbox applicationIdentifier="app" subscriberId="ada" open />).match(/"belfry"/g)).toHaveLength(
    1,
  );
});
