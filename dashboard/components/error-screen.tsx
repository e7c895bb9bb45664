import { useRouter } from "@tanstack/react-router";
import { ErrorPanel } from "./error-panel.tsx";

/** The error in place of a whole screen, for routes that cannot render. */
export function ErrorScreen({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <main className="lg:pt-8">
      <title>Error · Belfry</title>
      <ErrorPanel error={error} headingLevel={1} onRetry={() => void router.invalidate()} />
    </main>
  );
}
