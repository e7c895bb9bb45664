import { useState } from "react";
import { safeImageUrl } from "../core/safe-url.ts";
import type { Notification } from "../core/types.ts";
import { Icon } from "./icons.tsx";
import { usePart } from "./part.ts";

const SYSTEM_ICONS = ["warning", "info", "error", "success", "up", "question"] as const;

/** A picture, a system icon, or the initials of whom it comes from; else a sign of what is important, or nothing. */
export function Avatar({ notification: { actor, avatar, severity } }: { notification: Notification }) {
  const part = usePart();
  const [failed, setFailed] = useState<string>();
  const image = safeImageUrl(avatar) ?? (actor?.type === "system_icon" ? undefined : safeImageUrl(actor?.data));
  if (image !== undefined && image !== failed)
    return (
      <span {...part("avatar")}>
        <img src={image} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(image)} />
      </span>
    );

  const name = actor?.name?.trim() ?? "";
  const ofSeverity = ({ high: "error", medium: "warning" } as const)[String(severity)];
  const icon =
    actor?.type === "system_icon" ? SYSTEM_ICONS.find((one) => one === actor.data) : name === "" && ofSeverity;
  if (icon)
    return (
      <span {...part("avatar")} data-icon={icon}>
        <Icon name={icon} />
      </span>
    );

  if (name === "") return <span {...part("avatar")} data-empty="" />;
  return (
    <span {...part("avatar")} data-hue={hueOf(name)} aria-hidden="true" translate="no">
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const first = (word = "") => [...word][0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toLocaleUpperCase();
}

const HUES = 8;

/** The same number for the same name, 0 to 7: the style sheet has a colour for each. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % HUES;
}
