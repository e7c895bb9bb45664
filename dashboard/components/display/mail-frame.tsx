import { classNames } from "../class-names.ts";

interface MailFrameProps {
  html: string;
  title: string;
  /** As wide as the mail program: a phone, the place that there is, or the box around the frame, also in height. */
  width?: "phone" | "full" | "box";
  /** The theme of the mail program, by which a mail may have other styles. */
  scheme?: "light" | "dark";
}

const SIZES = {
  phone: "mx-auto h-[60vh] w-[23.4375rem] max-w-full rounded-md border",
  full: "h-[60vh] w-full rounded-md border",
  box: "size-full",
} as const;

/**
 * A mail in a frame of its own: no scripts, no forms, no access to this page or its session. Links open new tabs. Its
 * background is white in both themes, because mail is designed for white.
 */
export function MailFrame({ html, title, width = "full", scheme = "light" }: MailFrameProps) {
  return (
    <iframe
      title={title}
      translate="no"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<meta charset="utf-8"><base target="_blank">${html}`}
      className={classNames("bg-mail", SIZES[width], scheme === "dark" ? "scheme-dark" : "scheme-light")}
    />
  );
}
