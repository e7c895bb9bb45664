import { vi } from "vitest";

/** Stands in for the script that defines the inbox's element, which is the server's: for a test, the element is an empty one. */
export function defineInbox(): void {
  // For this test alone: others look at how the script is loaded.
  const get = customElements.get.bind(customElements);
  vi.spyOn(customElements, "get").mockImplementation((name) => (name === "belfry-inbox" ? HTMLElement : get(name)));
}
