export const VARIABLE_TYPES = ["String", "Array", "Boolean"] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** First path segments that a template may use without the payload carrying them. */
export const SYSTEM_VARIABLES = [
  "subscriber",
  "step",
  "branding",
  "tenant",
  "preheader",
  "actor",
  "env",
  "context",
] as const;

export const EMAIL_CONTENT_TYPES = ["editor", "customHtml"] as const;
export const EMAIL_BLOCK_TYPES = ["text", "button"] as const;
export const TEXT_ALIGNMENTS = ["center", "left", "right"] as const;

export const BUTTON_TYPES = ["primary", "secondary"] as const;
export type ButtonType = (typeof BUTTON_TYPES)[number];
export const ACTION_STATUSES = ["pending", "done"] as const;
export const REDIRECT_TARGETS = ["_self", "_blank", "_parent", "_top", "_unfencedTop"] as const;

export const ACTOR_TYPES = ["none", "user", "system_icon", "system_custom"] as const;
export const SYSTEM_ICONS = ["warning", "info", "error", "success", "up", "question"] as const;
