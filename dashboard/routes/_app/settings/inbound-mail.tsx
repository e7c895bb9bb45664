import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";

const InboundMail = lazyNamed(
  () => import("#dashboard/features/settings/inbound-mail/inbound-mail.tsx"),
  "InboundMail",
);

export const Route = createFileRoute("/_app/settings/inbound-mail")({ component: InboundMailPage });

function InboundMailPage() {
  const skeleton = <SkeletonCards cards={3} className="h-56" />;
  return (
    <SettingsLayout path="/settings/inbound-mail">
      <QueryResult query={useRead("inboundParse.getSettings")} skeleton={skeleton}>
        {(settings) => (
          <Suspense fallback={skeleton}>
            <InboundMail settings={settings} />
          </Suspense>
        )}
      </QueryResult>
    </SettingsLayout>
  );
}
