import type { HTMLAttributes } from "react";
import { safeUrl } from "../core/safe-url.ts";
import type { Redirect } from "../core/types.ts";

export type LinkOrButtonProps = HTMLAttributes<HTMLElement> & { redirect: Redirect | undefined };

/** A link where there is an address that is safe to follow, so that browsers offer what they do with links; else a button. */
export function LinkOrButton({ redirect, ...attributes }: LinkOrButtonProps) {
  const url = safeUrl(redirect?.url);
  if (url === undefined) return <button type="button" {...attributes} />;
  return <a href={url} target={redirect?.target} rel="noopener" {...attributes} />;
}
