import { Link } from "@tanstack/react-router";
import { classNames } from "../class-names.ts";

interface SubscriberLinkProps {
  /** The customer's id; undefined for a subscriber that has been deleted. */
  subscriberId: string | undefined;
  /** The text of the link; the id without it. */
  name?: string | undefined;
  className?: string;
}

/** Leads to the screen of a subscriber. In a row it lies above the link to what the row is about. */
export function SubscriberLink({ subscriberId, name = subscriberId, className }: SubscriberLinkProps) {
  if (subscriberId === undefined) return <span className="text-muted">Deleted subscriber</span>;
  return (
    <Link
      to="/subscribers/$subscriberId"
      params={{ subscriberId }}
      dir="auto"
      translate="no"
      title={subscriberId}
      className={classNames("relative z-10 max-w-full hover:underline", className)}
    >
      {name}
    </Link>
  );
}
