import { Suspense } from "react";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import { DataRights } from "./data-rights.tsx";
import { ProfileFacts } from "./profile-facts.tsx";

// The contract's schemas are not part of the screen's first load.
const SubscriberForm = lazyNamed(() => import("./subscriber-form.tsx"), "SubscriberForm");

/** Who the subscriber is, and what can be done with all that is stored. */
export function ProfileTab() {
  const subscriber = useSubscriber();
  const { may } = useEnvironment();
  const { createdAt, updatedAt } = subscriber;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Section
        title="Profile"
        text={
          <>
            Created <RelativeTime moment={createdAt} />, changed <RelativeTime moment={updatedAt} />
          </>
        }
      >
        {may("environment.use") ? (
          <Suspense fallback={<Skeleton className="h-122 w-full" />}>
            <SubscriberForm
              keptName="subscriber"
              subscriber={subscriber}
              onSaved={(saved) => showToast({ tone: "success", text: `${subscriberName(saved)} was saved` })}
            />
          </Suspense>
        ) : (
          <ProfileFacts subscriber={subscriber} />
        )}
      </Section>
      <DataRights subscriber={subscriber} />
    </div>
  );
}
