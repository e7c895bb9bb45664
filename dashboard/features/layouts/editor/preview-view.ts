export const PREVIEW_WIDTHS = ["full", "phone"] as const;
export const PREVIEW_SCHEMES = ["light", "dark"] as const;

/** The mail program in which a preview is shown. */
export interface PreviewView {
  width: (typeof PREVIEW_WIDTHS)[number];
  scheme: (typeof PREVIEW_SCHEMES)[number];
}
