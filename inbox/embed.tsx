import { createRoot, type Root } from "react-dom/client";
import styles from "./react/inbox.css?inline";
import type { InboxProps } from "./react/inbox.tsx";
import { Inbox } from "./react/inbox.tsx";

/** `currentScript` is set only while the script first runs. */
const script = document.currentScript;
const SCRIPT_ORIGIN = script instanceof HTMLScriptElement && script.src !== "" ? new URL(script.src).origin : "";
/** The server replaces the names of context paths when it sends the script. */
const API_URL = `${SCRIPT_ORIGIN}__BELFRY_API_PATH__`;
const SOCKET_URL = `${SCRIPT_ORIGIN}__BELFRY_WEBSOCKET_PATH__`;

const THEMES = ["light", "dark", "system"] as const;
const PLACEMENTS = ["bottom-start", "bottom-end"] as const;

/**
 * `<belfry-inbox application-identifier="..." subscriber-id="...">`: the inbox for a page without a build.
 *
 * Attributes: `application-identifier`, `subscriber-id`, `subscriber-hash`, `api-url` (by default that of the server which
 * sent this script), `socket-url` (by default likewise, or the given `api-url`), `theme`, `placement`, `locale`. It sends
 * bubbling events `belfry:click` and `belfry:new` (detail: the message), `belfry:unread` (detail: the number) and
 * `belfry:error` (detail: the error). A listener that calls `preventDefault` on `belfry:navigate` (detail: the address)
 * follows the address itself.
 */
class BelfryInbox extends HTMLElement {
  static observedAttributes = [
    "application-identifier",
    "subscriber-id",
    "subscriber-hash",
    "api-url",
    "socket-url",
    "theme",
    "placement",
    "locale",
  ];

  #root: Root | null = null;

  connectedCallback(): void {
    if (this.#root !== null) return;
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    // A strict content security policy allows constructed style sheets, but no inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:host { display: inline-block; } ${styles}`);
    shadow.adoptedStyleSheets = [sheet];
    const container = document.createElement("div");
    container.style.display = "contents";
    shadow.replaceChildren(container);
    this.#root = createRoot(container);
    this.#render();
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again by then.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = null;
    });
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  #render(): void {
    this.#root?.render(<Inbox {...this.#props()} />);
  }

  #props(): InboxProps {
    const apiUrl = this.getAttribute("api-url");
    return {
      applicationIdentifier: this.getAttribute("application-identifier") ?? "",
      subscriberId: this.getAttribute("subscriber-id") ?? "",
      subscriberHash: this.getAttribute("subscriber-hash"),
      apiUrl: apiUrl ?? API_URL,
      socketUrl: this.getAttribute("socket-url") ?? (apiUrl === null ? SOCKET_URL : undefined),
      locale: this.getAttribute("locale") ?? undefined,
      theme: THEMES.find((theme) => theme === this.getAttribute("theme")),
      placement: PLACEMENTS.find((placement) => placement === this.getAttribute("placement")),
      onNotificationClick: (message) => this.#dispatch("belfry:click", message),
      onNew: (message) => this.#dispatch("belfry:new", message),
      onUnreadCountChange: (unread) => this.#dispatch("belfry:unread", unread),
      onError: (error) => this.#dispatch("belfry:error", error),
      navigate: (url) => {
        if (this.#dispatch("belfry:navigate", url)) location.assign(url);
      },
    };
  }

  /** Returns false when a listener called `preventDefault`. */
  #dispatch(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}

if (!customElements.get("belfry-inbox")) customElements.define("belfry-inbox", BelfryInbox);
