import { CONTINUED_FOR_MINUTES } from "#contract/constants/safety-caps.ts";
import type { Pause } from "#contract/safety-caps.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { capText, pausedName, waitingText } from "./pause-texts.ts";

interface EndPauseProps {
  pause: Pause;
  action: "continue" | "discard";
  onClose: () => void;
}

/** Asks before what a pause holds is executed, or discarded. */
export function EndPause({ pause, action, onClose }: EndPauseProps) {
  const { write } = useEnvironment();
  const name = pausedName(pause);
  return action === "continue" ? (
    <Confirmation
      onClose={onClose}
      title={`Continue ${name}?`}
      action="Continue"
      tone="primary"
      done={`${name} goes on`}
      onConfirm={() => write("pauses.continue", pause._id)}
    >
      <p>{`${waitingText(pause)} go on, and their messages are sent.`}</p>
      <p>{`The cap does not pause it again for ${CONTINUED_FOR_MINUTES} minutes. It was reached by ${capText(pause)}.`}</p>
    </Confirmation>
  ) : (
    <Confirmation
      onClose={onClose}
      title={`Discard what waits of ${name}?`}
      action="Discard"
      done={`What waited of ${name} was discarded`}
      onConfirm={() => write("pauses.discard", pause._id)}
    >
      <p>{`${waitingText(pause)} are cancelled, and send nothing. New events run as usual. This cannot be undone.`}</p>
    </Confirmation>
  );
}
