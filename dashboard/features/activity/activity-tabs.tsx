import { useLocation, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tabs } from "#dashboard/components/tabs.tsx";

const TABS = [
  { to: "/activity", end: "", name: "Runs", views: "runs" },
  { to: "/activity/requests", end: "/requests", name: "Requests", views: undefined },
  { to: "/activity/messages", end: "/messages", name: "Messages", views: "messages" },
  { to: "/activity/waiting", end: "/waiting", name: "Waiting", views: "waiting" },
  { to: "/activity/errors", end: "/errors", name: "Errors", views: "errors" },
  { to: "/activity/alerts", end: "/alerts", name: "Alerts", views: undefined },
  { to: "/activity/resumptions", end: "/resumptions", name: "Resumptions", views: undefined },
  { to: "/activity/cancellations", end: "/cancellations", name: "Cancellations", views: undefined },
] as const;

/** The tab whose address is open. */
export function useCurrentList() {
  const path = useLocation({ select: (location) => location.pathname.replace(/\/$/, "") });
  return TABS.find(({ end }) => end && path.endsWith(end)) ?? TABS[0];
}

/** The lists of activity as tabs around the open one. */
export function ActivityTabs({ children }: { children: ReactNode }) {
  const current = useCurrentList();
  const router = useRouter();
  const tabs = TABS.map(({ to, name }) => ({
    id: name,
    name,
    href: router.buildLocation({ to, search: {} }).publicHref,
  }));
  return (
    <Tabs label="Activity" tabs={tabs} selected={current.name}>
      {children}
    </Tabs>
  );
}
