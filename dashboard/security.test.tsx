// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { data, press, type } from "./testing/test-write.ts";

// Recovery codes are shown once, so that nothing but the word that they are stored takes them away.

afterEach(cleanup);

const CODES = ["0123456789-abcdef0123", "aaaaaaaaaa-bbbbbbbbbb"];

/** Opens the page as a person whose second factor is on or off, as the server has it by then. */
function openSecurity(isOn: boolean) {
  const state = { isOn };
  const session = () => {
    const { user, ...rest } = sessionOf("admin");
    const factor = state.isOn ? { hasSecondFactor: true, recoveryCodesLeft: 10 } : {};
    return { body: { data: { ...rest, user: { ...user, ...factor } } } };
  };
  const turnedOn = () => {
    state.isOn = true;
    return { status: 201, body: { data: { recoveryCodes: CODES } } };
  };
  renderDashboard("/settings/security", {
    handlers: {
      ...handlersOf("/settings/security"),
      "GET /auth/session": session,
      "POST /users/second-factor": data({ secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Belfry:ada" }, 201),
      "POST /users/second-factor/confirm": turnedOn,
      "POST /users/second-factor/recovery-codes": turnedOn,
    },
  });
}

async function expectKeptOpen() {
  for (const code of CODES) await screen.findByText(code);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(screen.queryByText(CODES[0] ?? "")).not.toBeNull();
  await press("I have stored them");
  await waitFor(() => expect(screen.queryByText(CODES[0] ?? "")).toBeNull());
}

test("codes of a new second factor stay until they are stored, and the page then says that it is on", async () => {
  openSecurity(false);
  await press("Set it up");
  await type("Password", "Secret-123");
  await press("Go on");
  await type("Code", "123456");
  await press("Switch it on");
  await expectKeptOpen();
  await screen.findByText("10 recovery codes are left.");
});

test("new codes stay until they are stored", async () => {
  openSecurity(true);
  await press("Get new recovery codes");
  await type("Password", "Secret-123");
  await type("Code", "123456");
  await press("Show new codes");
  await expectKeptOpen();
});

test("a dialog without codes is closed by Esc", async () => {
  openSecurity(true);
  await press("Get new recovery codes");
  await screen.findByLabelText("Code");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("Code")).toBeNull());
});
