import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";

/** Explains where messages of the demo providers go. */
export function OutboxEmpty() {
  return (
    <EmptyState
      icon={<Inbox />}
      title="The outbox is empty"
      action={
        <Link to="/workflows" search={{}} className={buttonClass("primary")}>
          Choose a workflow to test
        </Link>
      }
    >
      <p>
        An environment without an email or SMS integration uses Belfry's demo providers. They deliver its messages here
        and to nobody else, up to a limit per month. To send real messages, connect a provider.
      </p>
    </EmptyState>
  );
}
