import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { TestDeliveryFacts } from "#dashboard/features/settings/test-delivery/test-delivery-facts.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const TestDeliveryForm = lazyNamed(
  () => import("#dashboard/features/settings/test-delivery/test-delivery-form.tsx"),
  "TestDeliveryForm",
);

export const Route = createFileRoute("/_app/settings/test-delivery")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("testDelivery.get")),
  component: TestDeliveryPage,
});

function TestDeliveryPage() {
  const { current, readOnly, may } = useEnvironment();
  const query = useRead("testDelivery.get");
  return (
    <SettingsLayout path="/settings/test-delivery">
      <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-96" />}>
        {(setting) => (
          <Section
            title={`Test delivery of ${current?.name ?? "this environment"}`}
            text={
              readOnly
                ? "This environment sends to everybody. Switch to one where you build your workflows to test them."
                : "While it is on, only the people and addresses on the list get messages. All others are redirected, or only rendered. In-app messages appear in every inbox as usual."
            }
          >
            {!readOnly &&
              (may("environment.limit") ? (
                <Suspense fallback={<Skeleton className="h-96 w-full max-w-lg" />}>
                  <TestDeliveryForm key={current?._id} setting={setting} />
                </Suspense>
              ) : (
                <TestDeliveryFacts setting={setting} />
              ))}
          </Section>
        )}
      </QueryResult>
    </SettingsLayout>
  );
}
