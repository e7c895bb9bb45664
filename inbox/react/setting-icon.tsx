import type { ReactNode } from "react";
import type { Channel } from "../core/types.ts";

/** SVG paths in a 24 by 24 box. */
const PATHS = {
  in_app: <path d="M4 13h4.5l1.2 2.5h4.6l1.2-2.5H20M4 13l2.6-7.5h10.8L20 13v5.5H4z" />,
  email: <path d="M3.5 6h17v12.5h-17zm.5.5 8 6.5 8-6.5" />,
  sms: <path d="M4 5h16v11.5h-8L7.5 20v-3.5H4zM8 10.8v.01m4-.01v.01m4-.01v.01" />,
  chat: <path d="M5.5 9.3h13.8M4.7 14.7h13.8M10.2 4.5 8 19.5m8-15-2.2 15" />,
  push: <path d="M7.5 3.5h9v17h-9zm3.5 14h2" />,
  lock: <path d="M6 11h12v8.5H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />,
  chevron: <path d="m7 10 5 5 5-5" />,
  back: <path d="M19 12H5.5m6-6.5L5 12l6.5 6.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  copy: <path d="M9 9h10.5v10.5H9zm6-4.5H4.5V15" />,
  remove: <path d="m6.5 6.5 11 11m0-11-11 11" />,
} satisfies Record<Channel | "lock" | "chevron" | "back" | "plus" | "copy" | "remove", ReactNode>;

/** Icons of the settings. In the text's colour, and hidden from screen readers: each is beside a text or a label. */
export function SettingIcon({ name, size = 16 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="belfry-setting-icon"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {PATHS[name]}
    </svg>
  );
}
