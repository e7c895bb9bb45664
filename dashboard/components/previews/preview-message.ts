import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";

/** The message of a preview on one channel. */
export type PreviewOf<Channel extends PreviewedMessage["channel"]> = Extract<PreviewedMessage, { channel: Channel }>;
