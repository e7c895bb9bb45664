import { type ReactNode, useContext } from "react";
import { CreatePlaceContext } from "../create-place.tsx";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** "create" is the button by which the screen makes something new, if it has one: it is here and not above. */
  action?: ReactNode | "create";
}

/** The content of an empty list: an explanation and one action. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  const { setPlace } = useContext(CreatePlaceContext);
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-outline bg-raised px-4 py-12 text-center">
      <span className="text-muted [&>svg]:size-8" aria-hidden="true">
        {icon}
      </span>
      <h2 className="text-base font-medium">{title}</h2>
      <div className="flex w-full max-w-xl flex-col gap-3 text-muted [&_pre]:text-left">{children}</div>
      {action === "create" ? <div ref={setPlace} className="empty:hidden" /> : action}
    </div>
  );
}
