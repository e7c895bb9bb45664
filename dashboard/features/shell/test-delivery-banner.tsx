import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";

/** Above every screen of an environment whose messages reach listed people and addresses only. */
export const TestDeliveryBanner = () => (
  <section
    aria-label="Test delivery"
    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-warning lg:px-6"
  >
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    <p className="min-w-0 flex-1 basis-56">
      Test delivery is on: only the people and addresses on its list get messages.
    </p>
    <Link to="/settings/test-delivery" className="font-medium underline">
      See the list
    </Link>
  </section>
);
