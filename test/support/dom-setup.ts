import { configure, getConfig } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import * as React from "react";
import { afterAll, afterEach } from "vitest";
import { readPlainStyles } from "./plain-styles.ts";

const { getElementError } = getConfig();
configure({
  // A busy machine renders a whole dashboard in more than the second that is the default.
  asyncUtilTimeout: 10_000,
  // Whoever waits for an element asks many times, and prints the page once: when the time is up.
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? "") : getElementError(message, container),
});

/** Whether an element is waited for; the library itself leaves out then what its messages say about roles. */
function isPolling(): boolean {
  return Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
}

// Development builds of React note where each element was made, for messages that no test reads: a tenth of the time.
const internals = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

// What is rendered on a server has no page.
if ("Element" in globalThis) {
  readPlainStyles();
  notifyOfSelectionsLater();
}

/** A browser notifies of a changed selection after the change; within it an editor of code refuses to hear of it. */
function notifyOfSelectionsLater(): void {
  // Files of a worker share its page.
  if (Object.hasOwn(document, "dispatchEvent")) return;
  const dispatch = document.dispatchEvent.bind(document);
  let isNotifying = false;
  document.dispatchEvent = (event) => {
    if (event.type !== "selectionchange") return dispatch(event);
    // Whoever hears of it may select the same once more.
    if (isNotifying) return true;
    isNotifying = true;
    queueMicrotask(() => {
      dispatch(event);
      isNotifying = false;
    });
    return true;
  };
}

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
