import {
  ButtonTypeEnum,
  MessageActionStatusEnum,
  NotificationBell,
  NotificationCenter,
  NovuProvider,
  PopoverNotificationCenter,
  useFeedUnseenCount,
  useFetchNotifications,
  useFetchOrganization,
  useFetchUserGlobalPreferences,
  useFetchUserPreferences,
  useMarkNotificationsAs,
  useNotifications,
  useNovuContext,
  useRemoveAllNotifications,
  useRemoveNotification,
  useRemoveNotifications,
  useSocket,
  useUnreadCount,
  useUnseenCount,
  useUpdateAction,
  useUpdateUserGlobalPreferences,
  useUpdateUserPreferences,
} from "@novu/notification-center";
import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { pageSettings } from "./settings.ts";

// A customer's application with the published notification center.

interface Settings {
  provider: ComponentProps<typeof NovuProvider>;
  tabs?: { storeId: string; name: string }[];
  /** Not behind a bell. */
  inline?: boolean;
  /** In place of the notification center, one that the customer made of its hooks. */
  hooks?: Feed;
}

interface Feed {
  _id: string;
  identifier: string;
}

/** Properties of both forms. */
type Shared = "colorScheme" | "tabs" | "onUrlChange" | "onActionClick" | "actionsResultBlock";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);

function App() {
  const settings = pageSettings<Settings>();
  if (!settings) return <h1>{location.pathname}</h1>;
  return (
    <NovuProvider {...settings.provider}>
      {settings.hooks ? <OwnCenter feed={settings.hooks} /> : <Center {...settings} />}
    </NovuProvider>
  );
}

function Center({ tabs, inline }: Settings) {
  const { updateAction } = useUpdateAction();
  const properties: Pick<ComponentProps<typeof NotificationCenter>, Shared> = {
    colorScheme: "light",
    ...(tabs && { tabs }),
    onUrlChange: (url) => history.pushState(null, "", url),
    onActionClick: (_, actionButtonType, { _id: messageId }) =>
      updateAction({ messageId, actionButtonType, status: MessageActionStatusEnum.DONE }),
    actionsResultBlock: (_, { result }) => <em>You chose {result.type}</em>,
  };
  if (inline) return <NotificationCenter {...properties} />;
  return (
    <PopoverNotificationCenter {...properties}>
      {({ unseenCount = 0 }) => (
        <span style={{ display: "inline-flex" }}>
          <NotificationBell unseenCount={unseenCount} />
          <output>{unseenCount} unseen</output>
        </span>
      )}
    </PopoverNotificationCenter>
  );
}

/** A list with a button for everything that the hooks change. */
function OwnCenter({ feed }: { feed: Feed }) {
  const { data: pages } = useFetchNotifications();
  const { markNotificationsAs } = useMarkNotificationsAs();
  const { removeNotification } = useRemoveNotification();
  const { removeNotifications } = useRemoveNotifications();
  const { removeAllNotifications } = useRemoveAllNotifications();
  const { updateAction } = useUpdateAction();
  const { markAllNotificationsAsSeen } = useNotifications();
  const listed = pages?.pages.flatMap(({ data }) => data) ?? [];
  const ids = listed.map(({ _id }) => _id);
  return (
    <main>
      <Counts feed={feed} />
      <ul aria-label="Notifications">
        {listed.map(({ _id: messageId, content }) => (
          <li key={messageId}>
            <span>{String(content)}</span>
            <Action label="Remove" run={() => removeNotification({ messageId })} />
            <Action
              label="Accept"
              run={() =>
                updateAction({
                  messageId,
                  actionButtonType: ButtonTypeEnum.PRIMARY,
                  status: MessageActionStatusEnum.DONE,
                })
              }
            />
          </li>
        ))}
      </ul>
      <Action label="See all" run={markAllNotificationsAsSeen} />
      <Action
        label="Read two"
        run={() => markNotificationsAs({ messageId: ids.slice(0, 2), seen: true, read: true })}
      />
      <Action label="Remove two" run={() => removeNotifications({ messageIds: ids.slice(0, 2) })} />
      <Action label="Remove all of the feed" run={() => removeAllNotifications({ feedId: feed._id })} />
      <Action label="Remove all" run={() => removeAllNotifications({})} />
      <Channels />
    </main>
  );
}

function Counts({ feed: { identifier } }: { feed: Feed }) {
  const { socket } = useSocket();
  const { isSessionInitialized } = useNovuContext();
  const { data: organization } = useFetchOrganization();
  const { data: unread } = useUnreadCount();
  const { data: unseen } = useUnseenCount();
  const { data: ofFeed } = useFeedUnseenCount({ query: { feedIdentifier: identifier } });
  return (
    <>
      <h1>{isSessionInitialized && socket && organization?.name}</h1>
      <p>
        {unread?.count} unread, {unseen?.count} unseen, {ofFeed?.count} of the feed
      </p>
    </>
  );
}

/** Email of each workflow and of all. */
function Channels() {
  const { data: preferences } = useFetchUserPreferences();
  const { data: everywhere } = useFetchUserGlobalPreferences();
  const { updateUserPreferences } = useUpdateUserPreferences();
  // The hook's own function looks for an object in the cache, which the hook above fills with a list: it throws before it
  // asks anybody. What it would ask is left.
  const { mutateAsync } = useUpdateUserGlobalPreferences();
  return (
    <>
      {preferences?.map(({ template: { _id: templateId, name }, preference }) => (
        <label key={templateId}>
          <input
            type="checkbox"
            checked={preference.channels.email ?? false}
            onChange={({ target: { checked } }) => updateUserPreferences({ templateId, channelType: "email", checked })}
          />
          {name} by email
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={everywhere?.[0]?.preference.channels.email ?? true}
          onChange={({ target: { checked } }) =>
            mutateAsync({ enabled: true, preferences: [{ channelType: "email", enabled: checked }] })
          }
        />
        Everything by email
      </label>
    </>
  );
}

function Action({ label, run }: { label: string; run: () => unknown }) {
  return (
    <button type="button" onClick={run}>
      {label}
    </button>
  );
}
