import { type ReactNode, useState } from "react";
import { createPreview } from "#inbox/core/preview.ts";
import { InboxProvider } from "#inbox/react/inbox-provider.tsx";
import { InboxRoot } from "#inbox/react/inbox-root.tsx";

interface InboxFrameProps {
  /** Of the list of entries. */
  label: string;
  theme: "light" | "dark" | "system";
  hasAvatars: boolean;
  /** Entries of the inbox. */
  children: ReactNode;
}

/** The list of an inbox that has no server: its buttons change nothing, and its links lead nowhere. */
export function InboxFrame({ label, theme, hasAvatars, children }: InboxFrameProps) {
  const [inbox] = useState(() => createPreview());
  return (
    <div
      className={`overflow-hidden rounded-md border ${SCHEMES[theme]}`}
      onClickCapture={(event) => event.preventDefault()}
    >
      <InboxProvider
        applicationIdentifier="preview"
        subscriberId="preview"
        preview={inbox}
        appearance={{ theme }}
        shadow
        shortcuts={false}
        navigate={() => undefined}
      >
        <InboxRoot>
          {/* The classes of the list that entries stand in. */}
          <div className="belfry-feed">
            <div className="belfry-list" data-avatars={hasAvatars}>
              <ul aria-label={label}>{children}</ul>
            </div>
          </div>
        </InboxRoot>
      </InboxProvider>
    </div>
  );
}

const SCHEMES = { dark: "scheme-dark", light: "scheme-light", system: "scheme-light-dark" } as const;
