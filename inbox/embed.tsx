import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createInbox, createPreview, parseBody, safeUrl } from "./core/index.ts";
import { logOnce } from "./core/log-once.ts";
import { requestDesktopNotifications } from "./react/attention.ts";
import type { Appearance, Renderers } from "./react/context.ts";
import { Inbox, type InboxProps } from "./react/inbox.tsx";
import { InboxProvider } from "./react/inbox-provider.tsx";
import { rooted } from "./react/inbox-root.tsx";
import { Preferences as PreferencesPart, type PreferencesProps } from "./react/preferences.tsx";
import { Toaster as ToasterPart, type ToasterProps } from "./react/toaster.tsx";

/** `currentScript` is set only while the script first runs. */
const script = document.currentScript;
const SCRIPT_ORIGIN = script instanceof HTMLScriptElement && script.src !== "" ? new URL(script.src).origin : "";
/** The server replaces the names of context paths when it sends the script; a copy that is served by others keeps them. */
const pathOf = (path: string): string => (path.startsWith("/") ? path : "");
const API_URL = SCRIPT_ORIGIN + pathOf("__BELFRY_API_PATH__");
const SOCKET_URL = SCRIPT_ORIGIN + pathOf("__BELFRY_WEBSOCKET_PATH__");

const Toaster = rooted(ToasterPart);
const Preferences = rooted(PreferencesPart);

const THEMES = ["light", "dark", "system"] as const;
const PLACEMENTS = ["bottom-start", "bottom-end", "top-start", "top-end"] as const;
const MARK_SEEN = ["on-view", "on-open", "never"] as const;
const POSITIONS = ["top", "bottom", "top-start", "top-end", "bottom-start", "bottom-end"] as const;
const ATTRIBUTES = [
  "application-identifier",
  "subscriber-id",
  "subscriber-hash",
  "context-hash",
  "api-url",
  "socket-url",
  "theme",
  "placement",
  "language",
  "locale",
  "mark-seen",
  "shortcuts",
  "open",
  "toasts",
  "view",
] as const;
const RENDERERS = [
  "renderBell",
  "renderItem",
  "renderAvatar",
  "renderBody",
  "renderActions",
  "renderHeader",
  "renderEmpty",
  "renderLoading",
  "renderError",
  "renderFooter",
] as const satisfies (keyof Renderers)[];
const VALUES = ["appearance", "stores", "tabs", "i18n", "preview", "subscriber", "preferences", "toaster"] as const;

type Attribute = (typeof ATTRIBUTES)[number];

/** Objects that a page gives by properties. Functions that render return text or a node of the page. */
type Given = Pick<InboxProps, "stores" | "tabs" | "i18n" | "preview" | "subscriber" | "context"> &
  Renderers & {
    appearance?: Appearance | undefined;
    /** Groups, filter and sorting of the settings; false leaves them out. */
    preferences?: PreferencesProps | false | undefined;
    toaster?: ToasterProps | undefined;
  };

/**
 * `<belfry-inbox application-identifier="..." subscriber-id="...">`: the inbox for a page without a build.
 *
 * Attributes: `application-identifier`, `subscriber-id`, `subscriber-hash`, `context-hash`, `api-url` (by default that of the server which
 * sent this script), `socket-url` (by default likewise, or the given `api-url`), `theme`, `placement`, `language` (or
 * `locale`), `mark-seen`, `shortcuts="off"`, `open` (also set when the subscriber opens it), `toasts`, which shows what
 * arrives in a corner (`toasts="top-end"`), and `view="preferences"`, which shows the settings in place of the bell. Properties: those of {@link Given}.
 *
 * It sends bubbling events `belfry:click` and `belfry:new` (detail: the notification), `belfry:action` (detail:
 * `{ notification, button }`), `belfry:unread` (detail: the number) and `belfry:error` (detail: the error). A listener that
 * calls `preventDefault` on `belfry:navigate` (detail: the address) follows the address itself.
 */
class BelfryInbox extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #root: Root | null = null;
  #given: Given = {};

  connectedCallback(): void {
    if (this.#root !== null) {
      // The browser has taken what was open out of its top layer.
      this.removeAttribute("open");
      return;
    }
    for (const name of [...VALUES, ...RENDERERS]) this.#upgrade(name);
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    // A strict content security policy allows constructed style sheets, but no inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":host { display: inline-block; } :host([hidden]) { display: none; }");
    shadow.adoptedStyleSheets = [sheet];
    const container = document.createElement("div");
    container.style.display = "contents";
    shadow.replaceChildren(container);
    this.#root = createRoot(container);
    this.#render();
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again by then, also by code that awaits something in between.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = null;
    });
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  /** Returns an object that the page gave. */
  given<Name extends keyof Given>(name: Name): Given[Name] {
    return this.#given[name];
  }

  give(name: keyof Given, value: unknown): void {
    this.#given = { ...this.#given, [name]: value };
    this.#render();
  }

  /** A property that was set before the script ran hides the one of the class. */
  #upgrade(name: keyof Given): void {
    if (!Object.hasOwn(this, name)) return;
    const value: unknown = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    this.give(name, value);
  }

  #render(): void {
    const props = this.#props();
    const content =
      this.#read("view") === "preferences" ? (
        <InboxProvider {...props}>
          <Preferences {...(props.preferences || {})} />
          {props.children}
        </InboxProvider>
      ) : (
        <Inbox {...props} />
      );
    this.#root?.render(content);
  }

  #read(name: Attribute): string | undefined {
    return this.getAttribute(name) ?? undefined;
  }

  #props(): InboxProps {
    const apiUrl = this.#read("api-url");
    const { appearance, preferences, toaster, i18n, ...given } = this.#given;
    const position = POSITIONS.find((one) => one === this.#read("toasts"));
    return {
      ...given,
      ...Object.fromEntries(RENDERERS.map((name) => [name, rendersNodes(given[name])])),
      applicationIdentifier: this.#read("application-identifier") ?? "",
      subscriberId: this.#read("subscriber-id") ?? "",
      subscriberHash: this.#read("subscriber-hash"),
      contextHash: this.#read("context-hash"),
      apiUrl: apiUrl ?? API_URL,
      socketUrl: this.#read("socket-url") ?? (apiUrl === undefined ? SOCKET_URL : undefined),
      i18n: i18n ?? this.#read("language") ?? this.#read("locale"),
      appearance: { ...appearance, theme: oneOf(THEMES, this.#read("theme")) ?? appearance?.theme },
      placement: oneOf(PLACEMENTS, this.#read("placement")),
      markSeen: oneOf(MARK_SEEN, this.#read("mark-seen")),
      shortcuts: !["off", "false"].includes(this.#read("shortcuts") ?? ""),
      open: this.hasAttribute("open"),
      onOpenChange: (open) => this.toggleAttribute("open", open),
      preferences,
      children: this.hasAttribute("toasts") && <Toaster position={position} {...toaster} />,
      onNotificationClick: (notification) => this.#dispatch("click", notification),
      onActionClick: (notification, button) => this.#dispatch("action", { notification, button }),
      onNew: (notification) => this.#dispatch("new", notification),
      onUnreadCountChange: (unread) => this.#dispatch("unread", unread),
      onError: (error) => this.#dispatch("error", error),
      navigate: (url) => {
        if (this.#dispatch("navigate", url)) location.assign(url);
      },
    };
  }

  /** Returns false when a listener called `preventDefault`. */
  #dispatch(name: string, detail: unknown): boolean {
    return this.dispatchEvent(
      new CustomEvent(`belfry:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }
}

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);

/** Puts the node that a page's function returns where a component is expected. */
function rendersNodes(render: unknown): unknown {
  if (typeof render !== "function") return undefined;
  return (...given: unknown[]): ReactNode => {
    const made: unknown = render(...given);
    return made instanceof Node ? <HostNode node={made} /> : asText(made);
  };
}

const asText = (made: unknown): string | null => (made === null || made === undefined ? null : String(made));

function HostNode({ node }: { node: Node }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(node), [node]);
  return <span ref={place} className="belfry-host-node" />;
}

for (const name of [...VALUES, ...RENDERERS]) {
  Object.defineProperty(BelfryInbox.prototype, name, {
    get(this: BelfryInbox) {
      return this.given(name);
    },
    set(this: BelfryInbox, value: unknown) {
      this.give(name, value);
    },
  });
}

if (customElements.get("belfry-inbox")) {
  logOnce("this page has the script already, and the first one stays");
} else {
  customElements.define("belfry-inbox", BelfryInbox);
  /** The parts that a page without a build may want by themselves. */
  Reflect.set(globalThis, "Belfry", { createInbox, createPreview, parseBody, safeUrl, requestDesktopNotifications });
}
