import type { InAppMessage } from "#contract/messages.ts";
import { safeUrl } from "../core/safe-url.ts";
import { useLinkClick } from "./use-link-click.ts";

export type ItemButtonsProps = {
  message: Pick<InAppMessage, "cta">;
  tabIndex: 0 | -1;
  onPress: () => void;
};

/** A message's buttons as links. A button without an address has the message's. */
export function ItemButtons({ message: { cta }, tabIndex, onPress }: ItemButtonsProps) {
  const onLinkClick = useLinkClick();
  const links = (cta.action?.buttons ?? []).flatMap((button) => {
    const url = safeUrl(button.url ?? cta.data?.url);
    return url === undefined ? [] : [{ ...button, url, target: button.target ?? cta.data?.target }];
  });
  if (links.length === 0) return null;

  return (
    <div className="belfry-buttons">
      {links.map(({ type, content, url, target }) => (
        <a
          key={`${type} ${content}`}
          className="belfry-button"
          data-type={type}
          href={url}
          target={target}
          rel="noopener"
          tabIndex={tabIndex}
          onClick={(event) => {
            onPress();
            onLinkClick(event, url, target);
          }}
        >
          {content}
        </a>
      ))}
    </div>
  );
}
