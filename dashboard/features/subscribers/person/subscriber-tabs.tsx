import { useLocation, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tabs } from "#dashboard/components/tabs.tsx";

const TABS = [
  { to: "/subscribers/$subscriberId", end: "", name: "Profile" },
  { to: "/subscribers/$subscriberId/credentials", end: "/credentials", name: "Reachability" },
  { to: "/subscribers/$subscriberId/preferences", end: "/preferences", name: "Preferences" },
  { to: "/subscribers/$subscriberId/topics", end: "/topics", name: "Topics" },
  { to: "/subscribers/$subscriberId/inbox", end: "/inbox", name: "Inbox" },
  { to: "/subscribers/$subscriberId/activity", end: "/activity", name: "Messages" },
  { to: "/subscribers/$subscriberId/explain", end: "/explain", name: "Explain" },
] as const;

/** The tab whose address is open. */
export function useCurrentTab() {
  const path = useLocation({ select: (location) => location.pathname.replace(/\/$/, "") });
  // A subscriber may be called as a tab is.
  return TABS.find(({ end }) => end && new RegExp(`/subscribers/[^/]+${end}$`).test(path)) ?? TABS[0];
}

/** The tabs of a subscriber's screen around the content of the open one. */
export function SubscriberTabs({ subscriberId, children }: { subscriberId: string; children: ReactNode }) {
  const current = useCurrentTab();
  const router = useRouter();
  const tabs = TABS.map(({ to, name }) => ({
    id: name,
    name,
    href: router.buildLocation({ to, params: { subscriberId }, search: {} }).publicHref,
  }));
  return (
    <Tabs label="Subscriber" tabs={tabs} selected={current.name}>
      {children}
    </Tabs>
  );
}
