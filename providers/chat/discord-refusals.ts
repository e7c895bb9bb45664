import type { Refusals } from "../refusals.ts";

/** JSON error codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json. */
export const discordRefusals: Refusals = {
  10003: "The channel does not exist any more",
  10015: "The webhook does not exist any more",
  40005: "The message is too large",
  50006: "The message is empty",
  50013: "The webhook lacks a permission",
  50027: "The webhook URL is not valid",
  50035: "A field of the message is not valid",
  50109: "Discord cannot read the message",
  220001: "The channel is a forum: an override has to give thread_name or thread_id",
};
