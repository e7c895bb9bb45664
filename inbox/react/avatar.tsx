import { useState } from "react";
import { SYSTEM_ICONS } from "#contract/constants/templates.ts";
import type { InAppMessage } from "#contract/messages.ts";
import { safeImageUrl } from "../core/safe-url.ts";
import { Icon } from "./icons.tsx";

/** Who or what a message is from: a picture, a system icon, or the bell where neither is known. */
export function Avatar({ message }: { message: Pick<InAppMessage, "actor" | "avatar"> }) {
  const { actor, avatar } = message;
  const [broken, setBroken] = useState(false);
  const picture = safeImageUrl(avatar) ?? (actor?.type === "system_icon" ? undefined : safeImageUrl(actor?.data));

  if (picture !== undefined && !broken)
    return (
      <span className="belfry-avatar">
        <img src={picture} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      </span>
    );
  const name = actor?.type === "system_icon" ? SYSTEM_ICONS.find((icon) => icon === actor.data) : undefined;
  return (
    <span className="belfry-avatar" data-icon={name}>
      <Icon name={name ?? "bell"} />
    </span>
  );
}
