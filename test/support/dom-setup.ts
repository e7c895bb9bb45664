import { configure } from "@testing-library/react";
import { afterAll } from "vitest";

// A busy machine renders a whole dashboard in more than the second that is the default.
configure({ asyncUtilTimeout: 10_000 });

// Files of a worker share its page: what a file has stored is gone when it ends.
afterAll(() => {
  // What is rendered on a server has no page.
  if (!("localStorage" in globalThis)) return;
  localStorage.clear();
  sessionStorage.clear();
});
