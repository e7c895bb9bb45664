// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { environments } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { data, press, type } from "./testing/test-write.ts";

// While an environment is tested, every screen says so.

afterEach(cleanup);

const SETTING = { address: "/settings/test-delivery", handlers: handlersOf("/settings/test-delivery") };
const BANNER = /only the people and addresses on its list get messages/;

test("switching it on sends the lists by line, and from then on each screen says it", async () => {
  let isOn = false;
  const { received, router } = renderDashboard(SETTING.address, {
    handlers: {
      ...SETTING.handlers,
      ...handlersOf("/topics"),
      "GET /environments": () => ({
        body: { data: environments.map((one) => (isOn ? { ...one, isTestDeliveryOn: true } : one)) },
      }),
      "PUT /test-delivery": ({ body }) => {
        isOn = true;
        return { body: { data: body } };
      },
    },
  });
  fireEvent.click(await screen.findByLabelText("Send only to the list below"));
  await type("People", "ada\n\n bob \n");
  await type("Address for all other emails", "");
  expect(screen.queryByText(BANNER)).toBeNull();
  await press("Save");
  await screen.findByText(BANNER);
  expect(received.find(({ method }) => method === "PUT")?.body).toEqual({
    isOn: true,
    allowed: { subscriberIds: ["ada", "bob"], addresses: ["qa@example.com"] },
    to: {},
  });
  await router.navigate({ to: "/topics", search: {} });
  await screen.findByRole("heading", { level: 1, name: "Topics" });
  expect(screen.getByRole("link", { name: "See the list" }).getAttribute("href")).toBe("/settings/test-delivery");
  screen.getByText(BANNER);
});

test("a member who may not change it sees the list", async () => {
  renderDashboard(SETTING.address, {
    handlers: { ...SETTING.handlers, "GET /auth/session": data(sessionOf("viewer")) },
  });
  await screen.findByText("qa@example.com");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
  expect(screen.getByText("all@example.com")).toBeTruthy();
});
