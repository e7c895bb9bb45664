import { classNames } from "./class-names.ts";

interface MailFrameProps {
  html: string;
  title: string;
  /** The appearance that the mail is asked for. By default light, as mail is designed for white. */
  scheme?: "light" | "dark";
  className?: string;
}

/**
 * A mail in a frame of its own: no scripts, no forms, no access to this page or its session. Links open new tabs. Its background is white in
 * both themes, unless the mail itself has another one.
 */
export function MailFrame({
  html,
  title,
  scheme = "light",
  className = "h-[60vh] w-full rounded-md border",
}: MailFrameProps) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<meta charset="utf-8"><base target="_blank">${html}`}
      className={classNames("bg-mail", scheme === "dark" ? "scheme-dark" : "scheme-light", className)}
    />
  );
}
