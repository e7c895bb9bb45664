// @vitest-environment node
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Inbox } from "./inbox.tsx";

test("the inbox renders on a server, where there is no window and nothing is asked for", () => {
  expect(typeof window).toBe("undefined");
  expect(renderToString(<Inbox applicationIdentifier="app" subscriberId="ada" />)).toContain(
    'aria-label="Notifications"',
  );
});
