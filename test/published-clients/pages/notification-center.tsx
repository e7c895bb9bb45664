import {
  MessageActionStatusEnum,
  NotificationBell,
  NotificationCenter,
  NovuProvider,
  PopoverNotificationCenter,
  useUpdateAction,
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
      <Center {...settings} />
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
