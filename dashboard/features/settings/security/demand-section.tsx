import { useState } from "react";
import type { Organization } from "#contract/accounts/organizations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface DemandSectionProps {
  organization: Organization;
  /** Whether the person has a second factor, without which they would lock themselves out. */
  hasSecondFactor: boolean;
}

/** Whether every member needs a second factor. */
export function DemandSection({ organization, hasSecondFactor }: DemandSectionProps) {
  const { write } = useEnvironment();
  const [asked, setAsked] = useState(false);
  const { name, demandsSecondFactor: isDemanded } = organization;
  return (
    <Section
      title={`Second factor for all members of ${name}`}
      text={
        isDemanded
          ? "Every member needs one to access this organisation."
          : hasSecondFactor
            ? "Members may go without one."
            : "Set up a second factor for your own account first. Then you can require one for every member."
      }
      action={
        (isDemanded || hasSecondFactor) && (
          <Button onClick={() => setAsked(true)}>{isDemanded ? "Stop requiring it" : "Demand it"}</Button>
        )
      }
    >
      {asked && (
        <Confirmation
          onClose={() => setAsked(false)}
          title={isDemanded ? "Stop requiring a second factor?" : "Require a second factor?"}
          action={isDemanded ? "Stop requiring it" : "Demand it"}
          tone="primary"
          onConfirm={() => write("organizations.rename", { name, demandsSecondFactor: !isDemanded })}
          done={isDemanded ? "Members may go without a second factor" : "Every member needs a second factor now"}
        >
          <p>
            {isDemanded
              ? "Members can sign in with their password alone again, unless they keep their second factor."
              : "Members without one are led to set it up before they reach anything. API keys go on working."}
          </p>
        </Confirmation>
      )}
    </Section>
  );
}
