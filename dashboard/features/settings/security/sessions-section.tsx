import { useState } from "react";
import type { Session } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { browserName } from "./browser-name.ts";
import { SessionList } from "./session-list.tsx";

/** The person's sign-ins, each of which can be ended, or all others at once. */
export function SessionsSection() {
  const { write } = useEnvironment();
  const query = useRead("auth.listSessions");
  const [asked, setAsked] = useState<Session | "others">();
  const close = () => setAsked(undefined);
  return (
    <Section
      title="Sessions"
      text="Where you are signed in. A session ends 30 days after its sign-in."
      action={
        (query.data?.length ?? 0) > 1 && <Button onClick={() => setAsked("others")}>End all other sessions</Button>
      }
    >
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(sessions) => <SessionList sessions={sessions} onEnd={setAsked} />}
      </QueryResult>
      {asked === "others" && (
        <Confirmation
          onClose={close}
          title="End all other sessions?"
          action="End them"
          onConfirm={() => write("auth.endOtherSessions")}
          done="All other sessions have ended"
        >
          <p>Every other browser has to sign in again.</p>
        </Confirmation>
      )}
      {asked && asked !== "others" && (
        <Confirmation
          onClose={close}
          title={`End the session of ${browserName(asked.userAgent)}?`}
          action="End session"
          onConfirm={() => write("auth.endSession", asked._id)}
          done="The session has ended"
        >
          <p>That browser has to sign in again.</p>
        </Confirmation>
      )}
    </Section>
  );
}
