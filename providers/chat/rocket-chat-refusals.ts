import type { Refusals } from "../refusals.ts";

/** Types of errors of `chat.sendMessage`: https://developer.rocket.chat/apidocs/send-message. */
export const rocketChatRefusals: Refusals = {
  "error-invalid-room": "The room does not exist, or the user who writes is not in it",
  "error-room-not-found": "The room does not exist",
  "error-not-allowed": "The user who writes may not write to this room",
  "error-message-size-exceeded": "The message is longer than the workspace takes",
  "error-too-many-requests": { text: "The workspace takes no more messages of this user for now", class: "RATE" },
  "error-invalid-user": { text: "The workspace does not know the user of the integration", class: "CREDENTIAL" },
  "error-action-not-allowed": "The user who writes may not write to this room",
  room_is_blocked: "The room is blocked",
  You_have_been_muted: "The user who writes is muted in this room",
};
