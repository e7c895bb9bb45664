import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FocusFollower } from "./focus-follower.tsx";

beforeEach(() => vi.stubGlobal("scrollTo", () => {}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A list that shows its rows later than its heading. */
function LateList() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main>
      <h1>List</h1>
      {isThere && <Link to="/activity">Entry</Link>}
    </main>
  );
}

function Entry() {
  return (
    <main>
      <h1>Entry</h1>
    </main>
  );
}

function Root() {
  return (
    <>
      <FocusFollower />
      <Outlet />
    </>
  );
}

it("focuses the link that was followed, also when its list comes later than the heading of its screen", async () => {
  const root = createRootRoute({ component: Root });
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/", component: LateList }),
    createRoute({ getParentRoute: () => root, path: "/activity", component: Entry }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  render(<RouterProvider router={router as never} />);
  const link = await screen.findByRole("link", { name: "Entry" });
  link.focus();
  link.click();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Entry"));
  expect(document.activeElement?.tagName).toBe("H1");
  router.history.back();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "List" })));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Entry" })));
});
