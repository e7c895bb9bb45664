import { classNames } from "./class-names.ts";

interface MailFrameProps {
  html: string;
  title: string;
  /** As wide as the mail program: a phone, or the place that there is. */
  width?: "phone" | "full";
  /** The theme of the mail program, by which a mail may have other styles. */
  scheme?: "light" | "dark";
}

/**
 * A mail in a frame of its own: no scripts, no forms, no access to this page or its session. Links open new tabs. Its
 * background is white in both themes, because mail is designed for white.
 */
export function MailFrame({ html, title, width = "full", scheme = "light" }: MailFrameProps) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<meta charset="utf-8"><base target="_blank">${html}`}
      className={classNames(
        "h-[60vh] max-w-full rounded-md border bg-mail",
        width === "phone" ? "mx-auto w-[23.4375rem]" : "w-full",
        scheme === "dark" ? "scheme-dark" : "scheme-light",
      )}
    />
  );
}
