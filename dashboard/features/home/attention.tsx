import { Link, type LinkProps } from "@tanstack/react-router";
import { CirclePause, CircleX, type LucideIcon, MailX, ShieldCheck } from "lucide-react";
import type { Overview } from "#contract/activity/overview.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";

type Capped = Overview["openPauses"];

interface Item {
  Icon: LucideIcon;
  text: string;
  /** Puts the number beside another one. */
  detail?: string;
  list: Pick<LinkProps, "to" | "search">;
}

/** Lists what somebody should look at, and leads to it; shows nothing where all is well. `period` is its length: "24 hours". */
export function Attention({ overview, period }: { overview: Overview; period: string }) {
  const items = itemsOf(overview, period);
  if (items.length === 0) return null;
  return (
    <ul aria-label="Needs attention" className="flex flex-col rounded-lg border bg-raised">
      {items.map(({ Icon, text, detail, list }) => (
        <li key={text} className="flex items-baseline gap-2 border-b px-4 py-3 last:border-b-0">
          <Icon className="size-4 shrink-0 self-center text-warning" aria-hidden="true" />
          <Link
            {...list}
            className="font-medium underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {text}
          </Link>
          {detail !== undefined && <span className="text-muted">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}

function itemsOf({ waitingPublications, failureGroups, openPauses, suppressed }: Overview, period: string): Item[] {
  const items: Item[] = [];
  if (waitingPublications.count > 0) {
    items.push({
      Icon: ShieldCheck,
      text: `${counted(waitingPublications, "publication waits", "publications wait")} for approval`,
      list: { to: "/changes/publications", search: { state: "waiting" } },
    });
  }
  if (openPauses.count > 0) {
    items.push({
      Icon: CirclePause,
      text: `${counted(openPauses, "workflow or subscriber is", "workflows and subscribers are")} paused by a safety cap`,
      list: { to: "/settings/safety-caps", search: {} },
    });
  }
  if (failureGroups.new.count > 0) {
    items.push({
      Icon: CircleX,
      text: counted(failureGroups.new, "new error", "new errors"),
      detail: `in the last ${period}, ${numberOf(failureGroups.open)} open in all`,
      list: { to: "/activity/errors", search: {} },
    });
  }
  if (suppressed.period.count > suppressed.previous.count) {
    items.push({
      Icon: MailX,
      text: `${counted(suppressed.period, "address was", "addresses were")} suppressed`,
      detail: `in the last ${period}, ${numberOf(suppressed.previous)} in the ${period} before`,
      list: { to: "/integrations/suppressions", search: {} },
    });
  }
  return items;
}

const numberOf = ({ count, isMore }: Capped): string => `${compactCount(count)}${isMore ? "+" : ""}`;

const counted = (number: Capped, one: string, many: string): string =>
  `${numberOf(number)} ${number.count === 1 ? one : many}`;
