import { useRouter } from "@tanstack/react-router";
import { ErrorPanel } from "./error-panel.tsx";

/** Replaces a screen whose route failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <main className="lg:pt-8">
      <ErrorPanel error={error} headingLevel={1} onRetry={() => void router.invalidate()} />
    </main>
  );
}
