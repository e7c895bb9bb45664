import { useParentMatches, useRouter } from "@tanstack/react-router";
import { ErrorPanel } from "./error-panel.tsx";

/** Replaces a screen whose route failed: all of the page, what is inside of the shell, or a part of a screen. */
export function ErrorScreen({ error }: { error: unknown }) {
  const router = useRouter();
  const parents = useParentMatches({ select: (matches) => matches.map(({ routeId }) => routeId) });
  const isInShell = parents.includes("/_app");
  // Below the shell, a route with routes of its own has the heading.
  const isPart = parents.length > 2;
  const panel = <ErrorPanel error={error} headingLevel={isPart ? 2 : 1} onRetry={() => void router.invalidate()} />;
  return isInShell ? panel : <main className="lg:pt-8">{panel}</main>;
}
