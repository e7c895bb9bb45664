// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { InboundMailSettings } from "#contract/inbound-mail.ts";
import { INBOUND_MAIL } from "./testing/environment-settings.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { press } from "./testing/test-write.ts";

afterEach(cleanup);

const open = (settings: Partial<InboundMailSettings>, servers?: string[]) =>
  renderDashboard("/settings/inbound-mail", {
    handlers: {
      "GET /inbound-parse/settings": () => ({ body: { data: { ...INBOUND_MAIL, ...settings } } }),
      "GET /inbound-parse/mx/status": () => ({
        body: { data: { mxRecordConfigured: false, ...(servers && { servers }) } },
      }),
    },
  });

test("the page has the exact record, what the last reply came to, and a link to its run", async () => {
  open({});
  await screen.findByText("mail.belfry.test");
  screen.getByText("reply.acme.test");
  screen.getByRole("button", { name: "Copy mail server" });
  screen.getByText(/^The callback did not take it/);
  expect(screen.getByRole("link", { name: "Open the run" }).getAttribute("href")).toBe("/activity/5");
});

test("a check says in words which servers the domain names instead, or that it names none", async () => {
  open({}, ["mx.other.test"]);
  await screen.findByText("Not found yet");
  await press("Check now");
  await screen.findByText(/goes to mx\.other\.test, and not to mail\.belfry\.test/);
  cleanup();
  open({});
  await screen.findByText("Not found yet");
  await press("Check now");
  await screen.findByText(/^No MX record was found for reply\.acme\.test/);
});

test("an installation without a mail server says what to configure", async () => {
  open({ mailHost: null, isListening: false, domain: null, lastMail: null });
  await screen.findByText(/set BELFRY_MAIL_HOST to the name of its mail server/);
  screen.getByText("No reply has come to this environment lately.");
  expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
});
