// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { aFile, anImport, aRunningImport, chooseFile, IMPORT_ID, SOME_PROBLEMS } from "./testing/imports.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { data, press } from "./testing/test-write.ts";

// A file is given its fields, checked, and imported; the import goes on without the page.

afterEach(cleanup);

const IMPORT = `GET /imports/${IMPORT_ID}`;
const PROBLEMS = { [`GET /imports/${IMPORT_ID}/problems`]: SOME_PROBLEMS };
const fieldOf = (column: string) => screen.findByRole("button", { name: new RegExp(`Field of ${column}`) });

async function choose(column: string, field: string) {
  fireEvent.click(await fieldOf(column));
  fireEvent.click(await screen.findByRole("option", { name: field }));
}

test("columns are guessed by their names, can be changed, and are sent with the file as it is", async () => {
  const checked = anImport({ dryRun: true });
  const { received, router } = renderDashboard("/imports/new", {
    handlers: {
      "POST /imports": ({ query }) => ({
        status: 201,
        body: { data: query.get("dryRun") === "true" ? checked : anImport() },
      }),
      [IMPORT]: data(checked),
      ...PROBLEMS,
    },
  });
  await chooseFile(aFile());
  expect((await fieldOf("Customer ID")).textContent).toContain("Subscriber ID");
  expect((await fieldOf("E-Mail")).textContent).toContain("Email");
  expect((await fieldOf("Notes")).textContent).toContain("Leave out");
  expect(screen.getByText("ada@example.com")).toBeTruthy();
  await choose("Company name", "data.companyName");
  await press("Check the file");
  const sent = () => received.filter(({ method, path }) => method === "POST" && path === "/imports");
  await waitFor(() => expect(sent()).toHaveLength(1));
  const columns = JSON.parse(sent()[0]?.query.get("columns") ?? "");
  expect(columns).toEqual({
    "Customer ID": "subscriberId",
    "E-Mail": "email",
    "Company name": "data.companyName",
    Notes: null,
  });
  expect(Object.fromEntries(sent()[0]?.query ?? [])).toMatchObject({
    kind: "subscribers",
    format: "csv",
    dryRun: "true",
  });
  await screen.findByText("900 to create, 60 to update, 40 unchanged, 2 with problems");
  expect(within(await screen.findByRole("row", { name: /2,207/ })).getByText("Whole line")).toBeTruthy();
  await press("Import 960 subscribers");
  await waitFor(() => expect(router.state.location.pathname).toBe(`/imports/${IMPORT_ID}`));
  expect(sent()[1]?.query.get("dryRun")).toBe("false");
  expect(sent()[1]?.query.get("columns")).toBe(sent()[0]?.query.get("columns"));
});

test("another choice of a column asks for another check, and what cannot be imported says why", async () => {
  renderDashboard("/imports/new", {
    handlers: {
      "POST /imports": data(anImport({ dryRun: true }), 201),
      [IMPORT]: data(anImport({ dryRun: true })),
      ...PROBLEMS,
    },
  });
  await chooseFile(aFile());
  await press("Check the file");
  await screen.findByRole("button", { name: "Import 960 subscribers" });
  await choose("Notes", "Email");
  expect(screen.queryByRole("button", { name: "Import 960 subscribers" })).toBeNull();
  await screen.findByText("Two columns are Email: leave one of them out.");
  await choose("Notes", "Leave out");
  await choose("Customer ID", "Leave out");
  await screen.findByText("Choose the column that holds the subscriber ID.");
  expect(screen.getByRole("button", { name: "Check the file" })).toHaveProperty("disabled", true);
});

test.each([
  ["JSON", '[{"topicKey":"crew","subscriberId":"ada","extra":{"a":1}}]', "crew.json", '{"a":1}'],
  ["one object in each line", '{"topicKey":"crew","extra":7}\n{"topicKey":"press"}\n', "crew.ndjson", "7"],
])("columns of a file of %s are the names of its objects", async (_what, text, name, shown) => {
  renderDashboard("/imports/new?kind=topics");
  await chooseFile(new File([text], name), "File of topics and members");
  expect((await fieldOf("topicKey")).textContent).toContain("Topic key");
  expect((await fieldOf("extra")).textContent).toContain("Leave out");
  expect(screen.getByText(shown)).toBeTruthy();
});

test.each([
  ["is empty", "", "people.csv", /The file is empty/],
  ["has a header alone", "subscriberId,email\n", "people.csv", /no lines below its header/],
  ["is no JSON", '[{"subscriberId": }]', "people.json", /a value is missing/],
  ["has no objects", "[1, 2]", "people.json", /The file has no objects/],
  ["is a workbook", "PK\u0003\u0004sheet", "people.csv", /Excel workbook/],
])("a file that %s is refused at once", async (_what, text, name, says) => {
  renderDashboard("/imports/new");
  await chooseFile(new File([text], name));
  await screen.findByText(says);
});

test("an import shows its progress at its address, and what it could not write can be saved", async () => {
  let row = aRunningImport();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return "blob:x";
  });
  renderDashboard(`/imports/${IMPORT_ID}`, { handlers: { [IMPORT]: () => ({ body: { data: row } }), ...PROBLEMS } });
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuetext")).toBe("300 of 1,002 lines done");
  row = anImport();
  await screen.findByText("900 created, 60 updated, 40 unchanged, 2 with problems", {}, { timeout: 5_000 });
  await screen.findByText("must be an email");
  await press("Download problems");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain("14,email,must be an email");
  vi.restoreAllMocks();
});

test("lists lead to imports and export what they show, for members who may do so", async () => {
  const { router } = renderDashboard("/subscribers", { handlers: handlersOf("/subscribers") });
  await press("Import / export");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Import preferences …" }));
  await waitFor(() => expect(router.state.location.href).toContain("/imports/new?kind=preferences"));
  cleanup();
  renderDashboard("/subscribers", {
    handlers: { ...handlersOf("/subscribers"), "GET /auth/session": data(sessionOf("viewer")) },
  });
  await screen.findByRole("table", { name: "Subscribers" });
  expect(screen.queryByRole("button", { name: "Import / export" })).toBeNull();
});
