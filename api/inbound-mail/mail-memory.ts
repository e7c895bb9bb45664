/** Memory of a thread that works on mails, in megabytes: a mail of 10 MB is held several times while it is worked on. */
export const MAIL_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
