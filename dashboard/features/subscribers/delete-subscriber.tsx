import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { Holdings, type RemovalProps } from "./holdings.tsx";

/** Asks before a subscriber is deleted, and says what goes and what stays. */
export function DeleteSubscriber({ subscriber, onClose, onDeleted }: RemovalProps) {
  const { subscriberId } = subscriber;
  const { write } = useEnvironment();
  const name = subscriberName(subscriber);
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete subscriber"
      done={`${name} was deleted`}
      onConfirm={async () => {
        await write("v2.subscribers.delete", subscriberId);
        onDeleted?.();
      }}
    >
      <Holdings subscriberId={subscriberId}>
        {({ topics }) => `Broadcasts no longer reach the subscriber, who leaves ${topics}.`}
      </Holdings>
      <p>
        Profile and messages stay stored. An event that names this id brings the subscriber back. To remove all data,
        erase the subscriber.
      </p>
    </Confirmation>
  );
}
