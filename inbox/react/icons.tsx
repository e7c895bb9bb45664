import type { ReactNode } from "react";

/** SVG paths in a 24 by 24 box. */
const PATHS = {
  bell: <path d="M6 9.5a6 6 0 0 1 12 0c0 4.6 2 6 2 6H4s2-1.4 2-6M10 19a2.2 2.2 0 0 0 4 0" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  checkAll: <path d="m2.5 12.5 4.5 4.5 9.5-9.5M12.5 17l9-9.5" />,
  unread: <circle cx="12" cy="12" r="4.5" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  warning: <path d="M12 4 2.8 19.5h18.4L12 4Zm0 6v4m0 3v.01" />,
  info: <path d="M12 11v6m0-9.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  error: <path d="m9 9 6 6m0-6-6 6m12-3a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  success: <path d="m8 12.3 2.8 2.7L16 9.5m5 2.5a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  up: <path d="M12 19V6m-6 5.5L12 5.5l6 6" />,
  question: (
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

/** Has the text's colour. Hidden from screen readers, because it is always beside a text or a label. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
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
