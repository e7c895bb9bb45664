import { type ReactNode, Suspense, useState } from "react";
import type { Channel } from "#contract/constants/channels.ts";
import type { SuppressedChannel } from "#contract/constants/suppressions.ts";
import type { SubscriberChannel } from "#contract/subscribers.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import { reachOf } from "../reach.ts";
import { type Connection, ConnectionRow } from "./connection-row.tsx";

// Few visits end with a removal.
const RemoveConnection = lazyNamed(() => import("./remove-connection.tsx"), "RemoveConnection");

interface ReachabilityTabProps {
  /** Says what else is known of an address. */
  noteOf: (channel: SuppressedChannel, address: string) => ReactNode;
}

/** Shows where the subscriber is reached on each channel. */
export function ReachabilityTab({ noteOf }: ReachabilityTabProps) {
  const subscriber = useSubscriber();
  const { may } = useEnvironment();
  const [removing, setRemoving] = useState<Connection>();
  return (
    <>
      <ul className="flex max-w-3xl flex-col divide-y rounded-lg border bg-raised">
        {reachOf(subscriber).map(({ channel, isReachable, text }) => (
          <li key={channel} className="flex items-start gap-3 p-4">
            <StepTypeIcon type={channel} className="mt-0.5 size-4 shrink-0 text-muted" />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <div className="flex items-center justify-between gap-3">
                <h2 className="font-medium">{STEP_TYPE_LABELS[channel].name}</h2>
                <Badge tone={isReachable ? "success" : "neutral"}>
                  {isReachable ? "Reachable" : channel === "in_app" ? "Not opened yet" : "Not reachable"}
                </Badge>
              </div>
              <Place channel={channel} text={text} isReachable={isReachable} noteOf={noteOf} />
              <Connections
                entries={subscriber.channels.filter(({ credentials }) => isOf(channel, credentials))}
                onRemove={may("environment.use") ? setRemoving : undefined}
              />
            </div>
          </li>
        ))}
      </ul>
      {removing && (
        <Suspense>
          <RemoveConnection {...removing} onClose={() => setRemoving(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Whether the connection is of the channel: a device for push, an address for chat. */
const isOf = (channel: Channel, { deviceTokens = [], ...chat }: SubscriberChannel["credentials"]): boolean =>
  (channel === "push" && deviceTokens.length > 0) || (channel === "chat" && Boolean(chat.webhookUrl || chat.channel));

interface PlaceProps extends ReachabilityTabProps {
  channel: Channel;
  text: string;
  isReachable: boolean;
}

function Place({ channel, text, isReachable, noteOf }: PlaceProps) {
  const { lastOnlineAt } = useSubscriber();
  if (channel === "in_app") {
    return (
      <p className="text-muted">
        {isReachable
          ? "Messages are in the inbox whenever it is opened."
          : "Messages are kept until the subscriber opens the inbox for the first time."}
        {lastOnlineAt && (
          <>
            {" Last online "}
            <RelativeTime moment={lastOnlineAt} />.
          </>
        )}
      </p>
    );
  }
  if (!isReachable) return <p className="text-muted">{MISSING[channel]}</p>;
  if (channel === "chat" || channel === "push") return null;
  return (
    <>
      <p dir="auto" translate="no" className="wrap-anywhere">
        {text}
      </p>
      {noteOf(channel, text)}
    </>
  );
}

const MISSING: Readonly<Record<Exclude<Channel, "in_app">, string>> = {
  email: "There is no address. Steps that send emails are skipped.",
  sms: "There is no number. Steps that send texts are skipped.",
  chat: "The subscriber has not connected a chat. Steps that send to one are skipped.",
  push: "No device is registered. Steps that send push messages are skipped.",
};

interface ConnectionsProps {
  entries: readonly SubscriberChannel[];
  onRemove: ((connection: Connection) => void) | undefined;
}

function Connections({ entries, onRemove }: ConnectionsProps) {
  const providers = useRead("integrations.listProviders");
  if (entries.length === 0) return null;
  const rows = entries.flatMap((entry): Connection[] => {
    const name = providers.data?.find(({ id }) => id === entry.providerId)?.displayName ?? entry.providerId;
    const { deviceTokens = [], webhookUrl, channel } = entry.credentials;
    // Without the identifier of the integration, a single device cannot be named.
    if (entry.integrationIdentifier === undefined || deviceTokens.length === 0)
      return [{ entry, name, place: [channel, webhookUrl, ...deviceTokens].filter(Boolean).join(", ") }];
    return deviceTokens.map((place, index) => ({ entry, name, place, token: index }));
  });
  return (
    <ul className="flex flex-col gap-1">
      {rows.map((row) => (
        <ConnectionRow key={`${row.entry._integrationId} ${row.token ?? ""}`} {...row} onRemove={onRemove} />
      ))}
    </ul>
  );
}
