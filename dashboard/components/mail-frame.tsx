/**
 * A mail in a frame of its own: no scripts, no forms, no access to this page or its session. Links open new tabs. Its
 * background is white in both themes, because mail is designed for white.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<meta charset="utf-8"><base target="_blank">${html}`}
      className="h-[60vh] w-full rounded-md border bg-mail scheme-light"
    />
  );
}
