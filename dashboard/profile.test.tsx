// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineInbox } from "./testing/define-inbox.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { press, type } from "./testing/test-write.ts";

beforeEach(defineInbox);
afterEach(cleanup);

/** Opens the profile on a server that keeps the address that waits for its link. */
function openProfile(pendingEmail?: string) {
  const server = { pendingEmail };
  const user = () => ({
    ...sessionOf("admin").user,
    ...(server.pendingEmail && { pendingEmail: server.pendingEmail }),
  });
  const changed = (to: string | undefined) => () => {
    server.pendingEmail = to;
    return { body: { data: user() } };
  };
  renderDashboard("/settings/profile", {
    handlers: {
      ...handlersOf("/settings/profile"),
      "GET /auth/session": () => ({ body: { data: { ...sessionOf("admin"), user: user() } } }),
      "PUT /users/profile/email": changed("ada@example.net"),
      "DELETE /users/profile/email": changed(undefined),
    },
  });
}

const PENDING = /A link was sent to ada@example\.net\./;

test("an address that waits for its link is shown whenever the page is opened, until the change is cancelled", async () => {
  openProfile("ada@example.net");
  await screen.findByText(PENDING);
  expect(screen.getByText("You sign in with ada@example.com.")).toBeTruthy();
  await press("Cancel change");
  await press("Keep my address");
  await waitFor(() => expect(screen.queryByText(PENDING)).toBeNull());
  expect(screen.queryByRole("button", { name: "Cancel change" })).toBeNull();
});

test("an address that was asked for is shown as the server has it", async () => {
  openProfile();
  await press("Change email");
  await type("New email", " Ada@Example.net");
  await type("Password", "Secret-123");
  await press("Send the link");
  await screen.findByText(PENDING);
});
