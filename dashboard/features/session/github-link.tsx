import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { beginGithubFlow } from "./github-flow.ts";

interface GithubLinkProps {
  /** Address at which a sign-in through GitHub begins; null where the installation has none, which shows nothing. */
  href: string | null;
  returnTo?: string | undefined;
  /** Of an invitation, which is accepted with the sign-in. */
  invitationToken?: string;
}

export function GithubLink({ href, returnTo, invitationToken }: GithubLinkProps) {
  if (href === null) return null;
  const query = invitationToken === undefined ? "" : `?${new URLSearchParams({ invitationToken })}`;
  return (
    <>
      <p aria-hidden="true" className="flex items-center gap-3 text-xs text-muted">
        <span className="flex-1 border-t" /> or <span className="flex-1 border-t" />
      </p>
      <a
        href={`${href}${query}`}
        className={buttonClass("secondary", "min-h-9")}
        onClick={() => beginGithubFlow(returnTo)}
      >
        Continue with GitHub
      </a>
    </>
  );
}
