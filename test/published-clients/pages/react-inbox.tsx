import { Inbox, type InboxProps, NovuProvider } from "@novu/react";
import { useCounts, useNotifications, useNovu, usePreferences, useSchedule } from "@novu/react/hooks";
import { createRoot } from "react-dom/client";
import { pageSettings } from "./settings.ts";

// A customer's application with the published inbox, or with its hooks.

interface HookSettings {
  applicationIdentifier: string;
  subscriber: string;
  backendUrl: string;
  socketUrl: string;
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);

function App() {
  const inbox = pageSettings<InboxProps>();
  const hooks = pageSettings<{ hooks?: HookSettings }>()?.hooks;
  if (!inbox) return <h1>{location.pathname}</h1>;
  if (!hooks)
    return (
      <Inbox
        {...inbox}
        appearance={{ animations: false }}
        renderBell={({ total, severity }) => `${total} unread, ${severity.high} high`}
      />
    );
  return (
    <NovuProvider {...hooks}>
      <OwnInbox />
    </NovuProvider>
  );
}

/** Without a word about snoozed ones, they would be counted too. */
const FILTERS = [
  { read: false, snoozed: false },
  { seen: false, snoozed: false },
];

/** An inbox that the customer made of the hooks. */
function OwnInbox() {
  const novu = useNovu();
  const list = useNotifications({ limit: 2 });
  const { counts, refetch: countAgain } = useCounts({ filters: FILTERS });
  const { preferences, refetch: askForPreferences } = usePreferences();
  const { schedule, refetch: askForSchedule } = useSchedule();
  const refresh = () => Promise.all([list.refetch(), countAgain(), askForPreferences(), askForSchedule()]);
  const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
  return (
    <main>
      <p>{counts?.map(({ count }) => count).join(" unread, ")} unseen</p>
      <p>{schedule?.isEnabled ? "Within hours" : "At any time"}</p>
      <ul aria-label="Notifications">
        {list.notifications?.map((one) => (
          <li key={one.id}>
            {one.body}
            {one.isRead || <Action label="Read" run={() => one.read()} />}
            <Action
              label="Later"
              run={() => novu.notifications.snooze({ notificationId: one.id, snoozeUntil: tomorrow() })}
            />
          </li>
        ))}
      </ul>
      {list.hasMore && <Action label="More" run={list.fetchMore} />}
      <Action label="See all" run={list.seenAll} />
      <Action label="Read all" run={list.readAll} />
      <Action label="Archive read" run={list.archiveAllRead} />
      <Action label="Archive all" run={list.archiveAll} />
      <Action label="Refresh" run={refresh} />
      <Action label="Hours" run={() => schedule?.update({ isEnabled: !schedule.isEnabled })} />
      {preferences?.map((preference) => (
        <label key={preference.workflow?.id ?? "global"}>
          <input
            type="checkbox"
            checked={preference.channels.email ?? false}
            onChange={({ target }) => preference.update({ channels: { email: target.checked } })}
          />
          {preference.workflow?.name ?? "Everything"} by email
        </label>
      ))}
    </main>
  );
}

function Action({ label, run }: { label: string; run: () => unknown }) {
  return (
    <button type="button" onClick={run}>
      {label}
    </button>
  );
}
