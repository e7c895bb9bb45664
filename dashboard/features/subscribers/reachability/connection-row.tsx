import { Trash2 } from "lucide-react";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { SubscriberChannel } from "#contract/subscribers.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";

/** A device or a chat at a provider. */
export interface Connection {
  entry: SubscriberChannel;
  /** Of the provider. */
  name: string;
  /** The token of a device, or the address of a chat; members see the end of both. */
  place: string;
  /** The position of the token among those of the entry. */
  token?: number;
}

interface ConnectionRowProps extends Connection {
  onRemove: ((connection: Connection) => void) | undefined;
}

export function ConnectionRow({ onRemove, ...connection }: ConnectionRowProps) {
  const { entry, name, place, token } = connection;
  return (
    <li className="flex min-h-8 items-center gap-2">
      <span translate="no" title={name} className="truncate">
        {name}
      </span>
      <code
        translate="no"
        title={entry.integrationIdentifier}
        className="max-w-1/2 shrink-0 truncate font-mono text-xs text-muted"
      >
        {place.replaceAll(SECRET_PREFIX, "••••")}
      </code>
      {onRemove && (
        <IconButton
          label={token === undefined ? `Remove ${name}` : `Remove device ${token + 1} of ${name}`}
          className="-me-2 ms-auto"
          onClick={() => onRemove(connection)}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
