// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineInbox } from "./testing/define-inbox.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { SCREENS } from "./testing/screens.ts";

// While a word is composed with an input method, its keys are not commands, and half of it is not searched for.

beforeEach(defineInbox);
afterEach(cleanup);

function open(route: string) {
  const found = SCREENS.find((each) => each.route === route);
  if (!found) throw new Error(`No screen of ${route}`);
  return renderDashboard(found.address, { handlers: found.handlers });
}

/** Enter and Escape as they come while a word is composed, and as Safari sends them right after it. */
const TAKEN = [{ isComposing: true }, { keyCode: 229 }];

const pressTaken = (field: Element, key: string): void => {
  for (const as of TAKEN) fireEvent.keyDown(field, { key, ...as });
};

test("Enter that chooses a word adds no tag, the next one does", async () => {
  open("/_app/workflows/new");
  const tags = await screen.findByLabelText("Tags");
  fireEvent.compositionStart(tags);
  fireEvent.change(tags, { target: { value: "にほん" } });
  pressTaken(tags, "Enter");
  expect(screen.queryByRole("row", { name: "にほん" })).toBeNull();
  fireEvent.compositionEnd(tags);
  fireEvent.keyDown(tags, { key: "Enter" });
  await screen.findByRole("row", { name: "にほん" });
});

test("Escape that gives up a word leaves the step open, the next one closes it", async () => {
  const { router } = open("/_app/workflows/$workflowId/_steps/steps/$stepId");
  const settings = await screen.findByRole("region", { name: "Settings" });
  const name = settings.querySelector("input");
  if (!name) throw new Error("The step has no name");
  const { pathname } = router.state.location;
  pressTaken(name, "Escape");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(router.state.location.pathname).toBe(pathname);
  fireEvent.keyDown(name, { key: "Escape" });
  await waitFor(() => expect(router.state.location.pathname).not.toBe(pathname));
});

test("a list is searched for the whole word", async () => {
  const { router } = open("/_app/workflows/");
  const search = await screen.findByRole("searchbox");
  fireEvent.compositionStart(search);
  fireEvent.change(search, { target: { value: "に" } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(router.state.location.searchStr).toBe("");
  fireEvent.change(search, { target: { value: "日本" } });
  fireEvent.compositionEnd(search);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ query: "日本" }));
});

test("the palette neither searches for half a word nor chooses by its Enter", async () => {
  const { received, router } = open("/_app/workflows/");
  await screen.findByRole("searchbox");
  const searches = () => received.filter(({ query }) => [...query.values()].some((value) => /に|日本/.test(value)));
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByLabelText("Search or run a command");
  act(() => field.focus());
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: "に" } });
  pressTaken(field, "Enter");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searches()).toEqual([]);
  expect(router.state.location.pathname).toBe("/workflows");
  fireEvent.change(field, { target: { value: "日本" } });
  fireEvent.compositionEnd(field);
  await waitFor(() => expect(searches().length).toBeGreaterThan(0));
});
