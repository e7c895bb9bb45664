import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import type { Connection } from "./connection-row.tsx";

interface RemoveConnectionProps extends Connection {
  onClose: () => void;
}

/** Asks before a device or a chat is forgotten. */
export function RemoveConnection({ entry, name, token, onClose }: RemoveConnectionProps) {
  const subscriber = useSubscriber();
  const { write } = useEnvironment();
  const { subscriberId } = subscriber;
  const { providerId, integrationIdentifier, credentials } = entry;
  const isDevice = token !== undefined && integrationIdentifier !== undefined;
  return (
    <Confirmation
      onClose={onClose}
      title={isDevice ? `Remove the device at ${name}?` : `Remove ${name}?`}
      action={isDevice ? "Remove device" : "Remove connection"}
      done={isDevice ? "The device was removed" : `${name} was removed`}
      onConfirm={() =>
        isDevice
          ? write(
              "subscribers.setCredentials",
              subscriberId,
              providerId,
              { deviceTokens: (credentials.deviceTokens ?? []).filter((_, index) => index !== token) },
              integrationIdentifier,
            )
          : write("subscribers.deleteCredentials", subscriberId, providerId)
      }
    >
      <p>
        {isDevice
          ? `${subscriberName(subscriber)} gets no more push messages there until the app registers the device again.`
          : `${subscriberName(subscriber)} gets no more messages there until the chat is connected again.`}
      </p>
    </Confirmation>
  );
}
