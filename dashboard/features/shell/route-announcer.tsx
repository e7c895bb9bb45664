import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Announces a new screen's title to screen readers, but not changes of search parameters alone. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </div>
  );
}
