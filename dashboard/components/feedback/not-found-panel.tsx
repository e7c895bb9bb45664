import { Link } from "@tanstack/react-router";
import { buttonClass } from "../controls/button.tsx";

/** The screen of an address that no route has. */
export function NotFoundPanel() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-3 p-6 lg:p-12">
      <title>Page not found · Belfry</title>
      <h1 className="text-lg font-semibold">No page at this address</h1>
      <p className="text-muted">The link may be outdated or mistyped.</p>
      <Link to="/workflows" search={{}} className={buttonClass("primary")}>
        Go to workflows
      </Link>
    </div>
  );
}
