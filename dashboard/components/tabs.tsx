import { type ReactNode, useEffect, useRef } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";

interface TabsProps {
  /** Names the row of tabs for screen readers. */
  label: string;
  /** A tab is a link to its address. */
  tabs: readonly { id: string; name: string; href: string }[];
  /** The id of the tab whose address is open. */
  selected: string;
  /** Replaces the address in the history instead of adding one. */
  replace?: boolean;
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Pixels of the next tab that show that there are more. */
const PEEK_PX = 32;

/** Tabs with an address each: the arrow keys open the next one, and a click with a modifier key opens a browser tab. */
export function Tabs({ label, tabs, selected, replace = false, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the open tab may be beyond the edge of the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab is found in the page
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const noteMore = (): void => {
      row.toggleAttribute("data-more", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    const observer = new ResizeObserver(() => {
      revealSelected(row);
      noteMore();
    });
    observer.observe(row);
    row.addEventListener("scroll", noteMore, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener("scroll", noteMore);
    };
  }, [selected]);

  return (
    <AriaTabs selectedKey={selected} className="flex min-w-0 flex-col gap-4">
      <TabList
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b data-more:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)]"
      >
        {tabs.map(({ id, name, href }) => (
          <Tab
            key={id}
            id={id}
            href={href}
            routerOptions={{ replace, resetScroll: false }}
            className="-mb-px cursor-pointer border-b-2 border-b-transparent px-3 py-2 whitespace-nowrap text-muted -outline-offset-2 hover:text-text data-selected:border-b-accent data-selected:font-medium data-selected:text-accent"
          >
            <span>{name}</span>
          </Tab>
        ))}
      </TabList>
      {/* React Aria reads its id only when it is mounted. */}
      <TabPanel key={selected} id={selected} className="min-w-0">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}

function revealSelected(row: HTMLElement): void {
  const tab = row.querySelector("[data-selected]")?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = row.getBoundingClientRect();
  if (tab.right > right) row.scrollLeft += tab.right - right + PEEK_PX;
  else if (tab.left < left) row.scrollLeft -= left - tab.left + PEEK_PX;
}
