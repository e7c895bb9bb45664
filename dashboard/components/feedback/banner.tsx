import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

const TONES = {
  info: { className: "border-info bg-info-soft", iconClass: "text-info", Icon: Info },
  warning: { className: "border-warning bg-warning-soft", iconClass: "text-warning", Icon: TriangleAlert },
  danger: { className: "border-danger bg-danger-soft", iconClass: "text-danger", Icon: CircleAlert },
} as const;

interface BannerProps {
  tone?: keyof typeof TONES;
  /** One sentence; more goes into `children`. */
  title: string;
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
}

/** Says what holds for the whole screen, above its content. Screen readers read it when it appears, and danger at once. */
export function Banner({ tone = "info", title, children, action }: BannerProps) {
  const { className, iconClass, Icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={classNames("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2", className)}
    >
      <Icon className={classNames("mt-1.5 size-4 shrink-0", iconClass)} aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48 py-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
