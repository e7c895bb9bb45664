import { configure } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { afterAll, afterEach } from "vitest";
import { readPlainStyles } from "./plain-styles.ts";

// A busy machine renders a whole dashboard in more than the second that is the default.
configure({ asyncUtilTimeout: 10_000 });

// What is rendered on a server has no page.
if ("Element" in globalThis) readPlainStyles();

// Files of a worker share its page: what a file has stored is gone when it ends.
afterAll(() => {
  // What is rendered on a server has no page.
  if (!("localStorage" in globalThis)) return;
  localStorage.clear();
  sessionStorage.clear();
});

declare global {
  var happyDOM: DetachedWindowAPI | undefined;
}

// The page follows a link that downloads a file as it does any other.
afterEach(() => {
  if ("location" in globalThis && location.protocol === "blob:") globalThis.happyDOM?.setURL("http://localhost:3000/");
});
