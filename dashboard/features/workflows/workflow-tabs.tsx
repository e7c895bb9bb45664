import { Link, useLocation } from "@tanstack/react-router";
import { tabClass } from "../../components/tabs.ts";

const TABS = [
  { to: "/workflows/$workflowId", end: "", name: "Steps" },
  { to: "/workflows/$workflowId/code", end: "/code", name: "Trigger code" },
  { to: "/workflows/$workflowId/test", end: "/test", name: "Send test" },
] as const;

/** The tab whose address is open. */
export function useCurrentTab() {
  const path = useLocation({ select: (location) => location.pathname });
  // Each step has an address of its own below the first tab's, so that tab is the one that no other ending claims.
  return TABS.find(({ end }) => end && path.endsWith(end)) ?? TABS[0];
}

export function WorkflowTabs({ workflowId }: { workflowId: string }) {
  const current = useCurrentTab();
  return (
    <nav aria-label="Workflow" className="flex gap-1 overflow-x-auto border-b">
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={{ workflowId }}
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={tab === current ? "page" : undefined}
          className={tabClass(tab === current)}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  );
}
