import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";

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
        Until an environment has an email or SMS integration of its own, Belfry's demo providers take its messages and
        put them here, where they can be read and reach nobody. They carry only so many a month: for real mail, connect
        a provider.
      </p>
    </EmptyState>
  );
}
