/**
 * A mail in a frame of its own: no scripts, no forms, no access to this page or its session. Links open new tabs. The
 * sheet is white in both themes, as mail is written for white.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<meta charset="utf-8"><base target="_blank">${html}`}
      className="h-[60vh] w-full rounded-md border bg-paper scheme-light"
    />
  );
}
