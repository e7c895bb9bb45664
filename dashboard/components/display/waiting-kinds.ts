import { CirclePause, Clock, Hourglass, Layers, type LucideIcon, RotateCw } from "lucide-react";
import { WAITING_KINDS, type WaitingKind } from "#contract/constants/waiting-kinds.ts";

interface KindLabel {
  /** Of one that waits. */
  name: string;
  /** Of all of the kind. */
  plural: string;
  about: string;
  Icon: LucideIcon;
}

/** The words and icon of each kind of what waits, the same on every screen. */
export const WAITING_LABELS: Readonly<Record<WaitingKind, KindLabel>> = {
  delay: { name: "Delay", plural: "Delays", about: "Runs in a delay step", Icon: Clock },
  digest: { name: "Open digest", plural: "Open digests", about: "Windows that collect events", Icon: Layers },
  hold: {
    name: "Deferred",
    plural: "Deferred",
    about: "Until the subscriber's hours, or about to begin",
    Icon: CirclePause,
  },
  retry: { name: "Retry", plural: "Retries", about: "Sends that failed and are tried again", Icon: RotateCw },
  wait: { name: "Other wait", plural: "Other waits", about: "For an event or another step", Icon: Hourglass },
};

export const WAITING_CHOICES = WAITING_KINDS.map((id) => ({ id, text: WAITING_LABELS[id].plural }));
