import { type CSSProperties, type ReactNode, useRef } from "react";
import { useStore } from "zustand";
import { useInboxContext } from "./context.ts";
import { useStyles } from "./use-styles.ts";

/** The element around the parts, which gives them style sheet, theme, language and direction. */
export function InboxRoot({ styles, children }: { styles: boolean; children: ReactNode }) {
  const { inbox, texts, appearance } = useInboxContext();
  const root = useRef<HTMLDivElement>(null);
  useStyles(root, styles);
  const direction = useStore(inbox.organization, ({ value: organization }) => organization?.branding?.direction);
  return (
    <div
      ref={root}
      className="belfry"
      data-theme={appearance.theme ?? "system"}
      lang={texts.locale}
      dir={texts.dir === "rtl" ? "rtl" : direction}
      style={asStyle(appearance.variables)}
    >
      {children}
    </div>
  );
}

/** React's `style` prop accepts custom properties, but its type does not have them. */
function asStyle(variables: Readonly<Record<string, string>> | undefined): CSSProperties | undefined {
  return variables as CSSProperties | undefined;
}
