// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadCronWords } from "#dashboard/components/dates/cron-words.ts";
import { inTurn } from "#test/support/in-turn.ts";
import { deferred } from "./testing/deferred.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { exposedTexts, translatedCodes } from "./testing/exposed-texts.ts";
import { type Answer, failure, SHELL as SHELL_ANSWERS } from "./testing/fake-server.ts";
import { alerts, FAULTS } from "./testing/faults.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { SCREENS, type TestScreen } from "./testing/screens.ts";

// Every read of every screen is slow, and fails in every way; by day one read of each screen in one way, in turn. The reads are those that
// the screen makes on a server that answers.

// A code field shows its text another way until its editor is there: the texts of one screen are compared with those of the next.
beforeAll(() => import("#dashboard/components/code/code-editor.tsx"));
// So that it is there at once, and no read is what a screen still loads.
beforeAll(() => import("./components/previews/inbox-item.tsx"));
// Buttons open nothing until it is there.
beforeAll(() => import("#dashboard/components/overlays/search-menu.tsx"));
// Cron expressions are shown as they are until their words are there.
beforeAll(loadCronWords);
beforeEach(defineInbox);
afterEach(cleanup);

/** Reads of the shell, which has a test of its own. */
const SHELL = ["/auth/session", "/organizations/me", "/environments", "/organizations", "/health-check"];
const isInShell = ({ route }: TestScreen) => route.startsWith("/_app");

const open = ({ address, token, handlers }: TestScreen, others: TestScreen["handlers"] = {}) =>
  renderDashboard(address, { handlers: { ...handlers, ...others }, ...(token === null && { token }) });

const isLoading = () => document.querySelector('main [role="status"][aria-label="Loading"]') !== null;

/** The texts of the screen, without those of the shell and of errors. */
function texts(): string[] {
  const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? "");
  return found.filter(Boolean);
}

/** Expects what holds in every state of a screen. */
function expectScreen(row: TestScreen, state: string) {
  expect(document.querySelectorAll("h1"), `${state}: headings`).toHaveLength(1);
  expect(document.querySelectorAll("main"), `${state}: main regions`).toHaveLength(1);
  expect(document.querySelectorAll("head title"), `${state}: titles`).toHaveLength(1);
  expect(exposedTexts(), `${state}: texts that a translator can take from React`).toEqual([]);
  expect(translatedCodes(), `${state}: codes that would be translated`).toEqual([]);
  expect(document.title, `${state}: title`).toMatch(/^\S.* · Belfry$/);
  if (isInShell(row))
    expect(screen.queryAllByText("Activity", { selector: "nav *" }).length, `${state}: shell`).toBeGreaterThan(0);
}

/** Opens a screen on a server that answers, and returns its texts and its reads. */
async function readyScreen(row: TestScreen) {
  const { received } = open(row);
  await waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
  await waitFor(() => {
    expect(received.length).toBeGreaterThanOrEqual(isInShell(row) ? 5 : 0);
    expect(isLoading()).toBe(false);
    if (row.shows) expect(document.querySelector("main")?.textContent).toMatch(row.shows);
  });
  expectScreen(row, "ready");
  const paths = new Set(received.filter(({ method }) => method === "GET").map(({ path }) => path));
  const heading = document.querySelector("h1")?.textContent;
  const ready = {
    texts: texts(),
    heading,
    reads: [...paths].filter((path) => !isInShell(row) || !SHELL.includes(path)),
  };
  cleanup();
  return ready;
}

/** Ends a read as the server would, also without an answer. */
function settle({ resolve, reject }: ReturnType<typeof deferred<Answer>>, answer: () => Answer): void {
  try {
    resolve(answer());
  } catch (error) {
    reject(error);
  }
}

test("every route has a screen in the table", () => {
  const { router } = renderDashboard("/auth/sign-in", { token: null });
  const routes = Object.values(router.routesById);
  const parents = new Set<unknown>(routes.map((route) => ("parentRoute" in route ? route.parentRoute?.id : undefined)));
  const leaves = routes.map(({ id }) => id).filter((id) => !parents.has(id));
  expect([...new Set(SCREENS.map(({ route }) => route))].sort()).toEqual(leaves.sort());
});

test.each(SCREENS)("$route at $address", async (row) => {
  const ready = await readyScreen(row);
  for (const path of inTurn(ready.reads, SCREENS.indexOf(row))) {
    const index = ready.reads.indexOf(path);
    const faults = inTurn(
      // What is not there is the next test's.
      FAULTS.filter(({ name }) => name !== "404" || !SCREENS.some(({ on404 }) => on404?.path === path)),
      SCREENS.indexOf(row) + index,
    );
    const key = `GET ${path}`;
    const first = deferred<Answer>();
    let answer: TestScreen["handlers"][string] = () => first.promise;
    open(row, { [key]: (call) => answer(call) });

    // Slow: the screen says that it loads, unless it lacks nothing that shows.
    const opener = row.opens?.[path];
    const isOptional = row.optional?.includes(path);
    await waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
    if (!opener && !isOptional) {
      if (row.loading?.[path]) await screen.findAllByText(row.loading[path]);
      else await waitFor(() => expect(isLoading(), `${path} slow: says that it loads`).toBe(true));
    }
    await waitFor(() => expectScreen(row, `${path} slow`));
    const slow = { texts: texts(), heading: document.querySelector("h1")?.textContent };
    const isWhole = slow.heading !== ready.heading;

    for (const { name, answer: fail, says } of faults) {
      const state = `${path} ${name}`;
      answer = fail;
      if (name === faults[0]?.name) settle(first, fail);
      else fireEvent.click(screen.getByText("Try again"));
      if (isOptional) {
        await waitFor(() => expect(isLoading(), `${state}: loads no more`).toBe(false));
        expectScreen(row, state);
        expect(alerts()).toEqual([]);
        break;
      }
      if (opener && name === faults[0]?.name) fireEvent.click(await screen.findByRole("button", { name: opener }));
      await waitFor(() => {
        const said = alerts().map((alert) => alert.parentElement?.textContent ?? "");
        for (const text of says) expect(said.join("\n"), `${state}: says why`).toMatch(text);
      });
      if (!opener) {
        expect(isLoading(), `${state}: loads no more`).toBe(false);
        expectScreen(row, state);
        const kept = texts();
        if (!isWhole)
          for (const text of slow.texts.filter((one) => ready.texts.includes(one)))
            expect(kept, `${state}: the rest stays`).toContain(text);
        expect(screen.getAllByText("Try again"), `${state}: one way to try again`).toHaveLength(1);
      }
    }
    if (!isOptional) {
      answer = row.handlers[key] ?? answer;
      fireEvent.click(screen.getByText("Try again"));
      await waitFor(() => expect(alerts(), `${path}: another try`).toEqual([]));
      // In one piece, as the colours of code, which divide it, may come later.
      if (!opener) await waitFor(() => expect(texts().join(""), `${path}: another try`).toBe(ready.texts.join("")));
    }
    cleanup();
  }
});

test.each(SCREENS.filter(({ on404 }) => on404))("$route at $address: what is not there", async (row) => {
  open(row, { [`GET ${row.on404?.path}`]: () => failure(404, "It is not there") });
  await waitFor(() => expect(document.querySelector("main")?.textContent).toMatch(row.on404?.says ?? /^$/));
  await waitFor(() => expectScreen(row, "404"));
});

test.each(["/auth/session", "/organizations/me", "/environments"])(
  "without %s there is no shell: the page says why, and another try opens the screen",
  async (path) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [row] = SCREENS.filter(({ route }) => route === "/_app/");
    if (!row) throw new Error("Home is not in the table");
    let answer: () => Answer = FAULTS[0]?.answer ?? (() => ({ body: {} }));
    open(row, { [`GET ${path}`]: () => answer() });
    for (const { name, answer: fail, says } of FAULTS) {
      answer = fail;
      if (name !== FAULTS[0]?.name) fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
      await waitFor(() => {
        const said = document.querySelector("main")?.textContent;
        for (const text of says) expect(said, `${path} ${name}: says why`).toMatch(text);
      });
      expectScreen({ ...row, route: "" }, `${path} ${name}`);
    }
    answer = () => SHELL_ANSWERS[`GET ${path}`]?.() ?? failure(404, "");
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByRole("heading", { level: 1, name: "Home" });
  },
);
