import { useLocation, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tabs } from "#dashboard/components/tabs.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { pagesFor, WORKFLOW_PAGES } from "./workflow-pages.ts";

/** The tab whose address is open. */
export function useCurrentTab() {
  const path = useLocation({ select: (location) => location.pathname });
  // The addresses of steps are below the first tab's, so that tab is the one for all other addresses.
  return WORKFLOW_PAGES.find(({ end }) => end && path.endsWith(end)) ?? WORKFLOW_PAGES[0];
}

/** The tabs of a workflow's screen around the content of the open one. */
export function WorkflowTabs({ workflowId, children }: { workflowId: string; children: ReactNode }) {
  const current = useCurrentTab();
  const router = useRouter();
  const { may } = useEnvironment();
  const usable = pagesFor(may);
  const shown = WORKFLOW_PAGES.filter((page) => page === current || usable.includes(page));
  const tabs = shown.map(({ to, name }) => ({
    id: name,
    name,
    href: router.buildLocation({ to, params: { workflowId } }).publicHref,
  }));
  return (
    <Tabs label="Workflow" tabs={tabs} selected={current.name}>
      {children}
    </Tabs>
  );
}
