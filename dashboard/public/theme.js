// Runs before the first paint, so that a dark page does not flash white. The key and shape are those of preferences.ts.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("belfry-preferences"))?.state?.theme ?? "system";
  } catch {
    // Storage is blocked, or has something else under the key: the system's theme applies.
  }
  document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
})();
