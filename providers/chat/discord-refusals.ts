import type { Refusals } from "../refusals.ts";

/** JSON error codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json. */
export const discordRefusals: Refusals = {
  10003: "The channel does not exist any more",
  10008: "The message that is answered does not exist any more",
  10014: "An emoji of the message does not exist",
  10015: "The webhook does not exist any more",
  40005: "The message is too large",
  40006: "Discord has switched this off for now",
  40062: { text: "Discord takes no more messages of this kind for now", class: "RECIPIENT_RATE" },
  40333: { text: "Discord has blocked the address of this installation for a while", class: "RATE" },
  50001: "The webhook may not write to this channel",
  50006: "The message is empty",
  50013: "The webhook lacks a permission",
  50024: "The channel is of a type that takes no messages",
  50027: "The webhook URL is not valid",
  50035: "A field of the message is not valid",
  50083: "The thread is archived",
  50086: "The message uses a sticker that may not be used here",
  50109: "Discord cannot read the message",
  160005: "The thread is locked",
  200000: "The rules of the server have blocked the text of the message",
  200001: "The rules of the server have blocked the title of the message",
  220001: "The channel is a forum: an override has to give thread_name or thread_id",
  220002: "An override gives both thread_name and thread_id: only one is taken",
  220003: "The channel is no forum, so that an override cannot give thread_name",
};
