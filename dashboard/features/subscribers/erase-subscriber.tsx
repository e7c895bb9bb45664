import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { Holdings, type RemovalProps } from "./holdings.tsx";

/** Asks before all data of a subscriber is removed, and says what goes and what stays. */
export function EraseSubscriber({ subscriber, onClose, onDeleted }: RemovalProps) {
  const { subscriberId } = subscriber;
  const { write } = useEnvironment();
  const name = subscriberName(subscriber);
  return (
    <Confirmation
      onClose={onClose}
      title={`Erase ${name}?`}
      action="Erase all data"
      typedName={subscriberId}
      done={`The data of ${name} is being erased`}
      onConfirm={async () => {
        await write("subscribers.erase", subscriberId);
        onDeleted?.();
      }}
    >
      <Holdings subscriberId={subscriberId}>
        {({ topics, messages }) =>
          `Removes the profile, the preferences, the content of ${messages} and of all runs, and the subscriber leaves ${topics}. Runs that still wait end first.`
        }
      </Holdings>
      <p>
        Statistics stay, and what others were sent about the person. Providers and backups keep their copies. This
        cannot be undone.
      </p>
    </Confirmation>
  );
}
