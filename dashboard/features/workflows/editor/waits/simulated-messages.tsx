import type { WaitSimulation } from "#contract/v2/step-waits.ts";
import { dateInZone } from "#dashboard/components/dates/date-words.ts";
import { ownTimeZone } from "#dashboard/components/dates/next-dates.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";

interface SimulatedMessagesProps {
  messages: WaitSimulation["first"];
  /** How many there are in all. */
  total: number;
  isDigest: boolean;
}

/** The first messages that would have gone out. */
export function SimulatedMessages({ messages, total, isDigest }: SimulatedMessagesProps) {
  if (messages.length === 0) return null;
  const hasKeys = messages.some(({ key }) => key !== undefined);
  const zone = ownTimeZone();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h4 className="text-xs font-medium text-muted">
        {total > messages.length ? `The first ${messages.length}` : "All of them"}
      </h4>
      <section
        aria-label="Messages of the simulation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by the keyboard
        tabIndex={0}
        className="max-w-full overflow-x-auto rounded-md border"
      >
        <table className="w-full text-start text-xs">
          <thead className="bg-sunken text-muted">
            <tr>
              <Head>When</Head>
              <Head>Subscriber</Head>
              {hasKeys && <Head>Group</Head>}
              {isDigest && <Head>Events</Head>}
            </tr>
          </thead>
          <tbody className="divide-y">
            {messages.map(({ at, subscriberId, key, count }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are those of one answer and never reorder
              <tr key={index}>
                <td className="px-3 py-1.5 whitespace-nowrap tabular-nums">
                  <time dateTime={at}>{dateInZone(at, zone)}</time>
                </td>
                <td className="max-w-40 truncate px-3 py-1.5" title={subscriberId}>
                  <SubscriberLink subscriberId={subscriberId} />
                </td>
                {hasKeys && (
                  <td translate="no" className="max-w-40 truncate px-3 py-1.5 font-mono" title={key}>
                    {key}
                  </td>
                )}
                {isDigest && <td className="px-3 py-1.5 tabular-nums">{count}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="px-3 py-1.5 text-start font-medium">
      {children}
    </th>
  );
}
