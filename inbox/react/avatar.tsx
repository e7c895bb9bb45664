import { useState } from "react";
import { SYSTEM_ICONS } from "#contract/constants/templates.ts";
import type { InAppMessage } from "#contract/messages.ts";
import { safeImageUrl } from "../core/safe-url.ts";
import { Icon } from "./icons.tsx";

/** The image of a message's actor, a system icon, or the bell icon when there is neither. */
export function Avatar({ message }: { message: Pick<InAppMessage, "actor" | "avatar"> }) {
  const { actor, avatar } = message;
  const [failed, setFailed] = useState(false);
  const image = safeImageUrl(avatar) ?? (actor?.type === "system_icon" ? undefined : safeImageUrl(actor?.data));

  if (image !== undefined && !failed)
    return (
      <span className="belfry-avatar">
        <img src={image} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
      </span>
    );
  const name = actor?.type === "system_icon" ? SYSTEM_ICONS.find((icon) => icon === actor.data) : undefined;
  return (
    <span className="belfry-avatar" data-icon={name}>
      <Icon name={name ?? "bell"} />
    </span>
  );
}
