import { Link } from "@tanstack/react-router";

/** A link to the entry by which an address is suppressed, or was. */
export const SuppressionLink = ({ suppressionId }: { suppressionId: string }) => (
  <Link
    to="/integrations/suppressions"
    search={{ entry: suppressionId }}
    className="self-start text-accent underline-offset-2 hover:underline"
  >
    Show the suppressed address
  </Link>
);
