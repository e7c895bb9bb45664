import type { StoredContext } from "#contract/v2/contexts.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { contextKey } from "./context-key.ts";

interface DeleteContextProps {
  context: StoredContext;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a context is deleted. */
export function DeleteContext({ context, onClose, onDeleted }: DeleteContextProps) {
  const { write } = useEnvironment();
  const key = contextKey(context);
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${key}?`}
      action="Delete context"
      done={`${key} was deleted`}
      onConfirm={async () => {
        await write("v2.contexts.delete", context.type, context.id);
        onDeleted?.();
      }}
    >
      <p>
        Its data is removed, and templates that use it show nothing in its place. Messages, preferences and
        subscriptions of this context stay. An event that names it creates it again.
      </p>
    </Confirmation>
  );
}
