import { useRouterState } from "@tanstack/react-router";

/** A line at the top while a screen loads; the stylesheet shows it after 150 ms. */
export function ProgressLine() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  if (!loading) return null;
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="progress-line h-full w-1/3 bg-accent" />
    </div>
  );
}
