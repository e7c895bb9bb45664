// Runs before the first paint, so that a dark page never flashes white. The key and shape are those of preferences.ts.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("belfry-preferences"))?.state?.theme ?? "system";
  } catch {
    // Storage may be closed to us or hold something else: the system's theme is right then.
  }
  document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
})();
