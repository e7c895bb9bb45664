import type { Session } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { browserName } from "./browser-name.ts";

interface SessionListProps {
  sessions: readonly Session[];
  onEnd: (session: Session) => void;
}

/** The browsers in which the person is signed in. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul aria-label="Sessions" className="flex flex-col divide-y border-t">
      {sessions.map((session) => (
        <li key={session._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium wrap-anywhere">{browserName(session.userAgent)}</span>
              {session.current && <Badge>This browser</Badge>}
            </p>
            <p className="text-xs text-muted">
              {session.address && (
                <span translate="no" className="font-mono">
                  {session.address}
                </span>
              )}{" "}
              · used <RelativeTime moment={session.lastUsedAt} /> · signed in{" "}
              <RelativeTime moment={session.createdAt} />
            </p>
          </div>
          {!session.current && (
            <Button aria-label={`End ${browserName(session.userAgent)}`} onClick={() => onEnd(session)}>
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
