/**
 * `shouldReload` of lists whose loader reads the search: the match stays the same, so its rows stay on screen and its
 * fields keep focus, until the rows of the new search are there.
 */
export function reloadOnSearch({ cause }: { cause: "preload" | "enter" | "stay" }): true | undefined {
  return cause === "stay" ? true : undefined;
}
