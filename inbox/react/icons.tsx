import { useInboxContext } from "./context.ts";
import { type IconName, PATHS } from "./icon-paths.ts";

/** Has the text's colour. Hidden from screen readers, because it is always beside a text or a label. */
export function Icon({ name }: { name: IconName }) {
  const { icons } = useInboxContext().appearance;
  return (
    icons?.[name] ?? (
      <svg className="belfry-icon" data-icon={name} aria-hidden="true" viewBox="0 0 24 24" width="20" height="20">
        <path d={PATHS[name]} />
      </svg>
    )
  );
}
