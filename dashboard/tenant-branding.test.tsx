// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aTenant } from "./testing/people.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { press } from "./testing/test-write.ts";

afterEach(cleanup);

const DATA = { plan: "gold", branding: { color: "#0a7cff", logo: "ftp://acme.example/logo", own: 1 } };
const open = (data: Record<string, unknown>, patched: object[] = []) =>
  renderDashboard("/tenants/acme", {
    handlers: {
      ...handlersOf("/tenants/acme"),
      "GET /tenants/acme": () => ({ body: { data: aTenant({ data }) } }),
      "PATCH /tenants/acme": ({ body }) => {
        patched.push(body as object);
        return { body: { data: aTenant({ data }) } };
      },
    },
  });

test("a branding is saved without what else the data and the branding have getting lost, and the preview shows it before", async () => {
  const patched: object[] = [];
  const { received } = open(DATA, patched);
  await screen.findByText(/The logo \(data\.branding\.logo\) is ignored.* it must be an https address\./);
  const logo = await screen.findByLabelText("Logo");
  fireEvent.change(logo, { target: { value: "https://acme.example/logo" } });
  fireEvent.change(screen.getByLabelText("Colour"), { target: { value: "" } });
  await waitFor(
    () => {
      const bodies = received.filter(({ path }) => path.endsWith("/branding/preview")).map(({ body }) => body);
      expect(bodies.at(-1)).toMatchObject({ logo: "https://acme.example/logo" });
      expect(bodies.at(-1)).not.toHaveProperty("color", "#0a7cff");
    },
    { timeout: 5_000 },
  );
  await press("Save branding");
  await screen.findByText("The branding of Acme Ltd was saved");
  expect(patched).toEqual([{ data: { plan: "gold", branding: { own: 1, logo: "https://acme.example/logo" } } }]);
});

test("everything is inherited again by one press, and the other form leaves the branding as it is", async () => {
  const patched: object[] = [];
  open({ plan: "gold", branding: { color: "#0a7cff" } }, patched);
  const data = await screen.findByLabelText(/^Data/);
  expect((data as HTMLTextAreaElement).value).not.toContain("branding");
  await press("Save");
  await waitFor(() => expect(patched).toHaveLength(1));
  expect(patched[0]).toMatchObject({ data: { plan: "gold", branding: { color: "#0a7cff" } } });
  await press("Inherit everything");
  await press("Save branding");
  await waitFor(() => expect(patched).toHaveLength(2));
  expect(patched[1]).toEqual({ data: { plan: "gold" } });
});

test("a value that cannot be rendered is not saved", async () => {
  const patched: object[] = [];
  open({}, patched);
  fireEvent.change(await screen.findByLabelText("Colour"), { target: { value: "red" } });
  await press("Save branding");
  await screen.findByText("Colour must be a hexadecimal color, such as #0a7cff");
  expect(patched).toEqual([]);
});
