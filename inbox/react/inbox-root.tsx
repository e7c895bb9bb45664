import {
  type ComponentType,
  type CSSProperties,
  createContext,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useInboxContext } from "./context.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { useStyles } from "./hooks/use-styles.ts";

/** The element around the parts, which gives them style sheet, theme, language and direction; in a shadow root where the page wants one. */
export function InboxRoot({ children }: { children: ReactNode }) {
  const root = <Root>{children}</Root>;
  return useInboxContext().shadow ? <Shadow>{root}</Shadow> : root;
}

function Root({ children }: { children: ReactNode }) {
  const { inbox, texts, appearance, styles } = useInboxContext();
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
      <InsideRoot.Provider value={true}>{children}</InsideRoot.Provider>
    </div>
  );
}

/** Puts its content into a shadow root, which only a browser has: a server renders its place. */
function Shadow({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<ShadowRoot>();
  useBrowserLayoutEffect(() => {
    const element = host.current;
    if (element !== null) setShadow(element.shadowRoot ?? element.attachShadow({ mode: "open" }));
  }, []);
  return (
    <div ref={host} className="belfry-shadow">
      {shadow && createPortal(children, shadow)}
    </div>
  );
}

const InsideRoot = /* @__PURE__ */ createContext(false);

/** Returns a part that a page may put anywhere inside of an `InboxProvider`: it has a root of its own where there is none around it. */
export function rooted<Props extends object>(Part: ComponentType<Props>) {
  return function Rooted(props: Props): ReactNode {
    const part = <Part {...props} />;
    return useContext(InsideRoot) ? part : <InboxRoot>{part}</InboxRoot>;
  };
}

/** React's `style` prop accepts custom properties, but its type does not have them. */
function asStyle(variables: Readonly<Record<string, string>> | undefined): CSSProperties | undefined {
  return variables as CSSProperties | undefined;
}
