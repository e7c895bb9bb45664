import { useLocation, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tabs } from "../../components/tabs.tsx";
import { useEnvironment } from "../../use-environment.ts";

const TABS = [
  { to: "/workflows/$workflowId", end: "", name: "Steps" },
  { to: "/workflows/$workflowId/code", end: "/code", name: "Trigger code" },
  { to: "/workflows/$workflowId/test", end: "/test", name: "Send test" },
] as const;

/** The tab whose address is open. */
export function useCurrentTab() {
  const path = useLocation({ select: (location) => location.pathname });
  // The addresses of steps are below the first tab's, so that tab is the one for all other addresses.
  return TABS.find(({ end }) => end && path.endsWith(end)) ?? TABS[0];
}

/** The tabs of a workflow's screen around the content of the open one. */
export function WorkflowTabs({ workflowId, children }: { workflowId: string; children: ReactNode }) {
  const current = useCurrentTab();
  const router = useRouter();
  const { may } = useEnvironment();
  const shown = TABS.filter((tab) => tab === current || tab.end !== "/test" || may("environment.use"));
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
