import { LRUCache } from "lru-cache";
import type { Database } from "#db/client.ts";
import { loadAttachments } from "#db/queries/events/attachments/attachments.ts";
import type { AttachmentRef } from "#domain/attachments.ts";
import type { Attachment } from "#providers/messages.ts";
import { createByteBudget } from "./byte-budget.ts";

/** A mail with files is in memory up to so many times: as stored, as base64, and as the mail that is written. */
const FILE_COPIES = 4;
/** Memory for files of mails that are being sent, in bytes; a single larger mail is sent by itself. */
const FILE_BYTES = 160_000_000;
/** Files are kept for the next mails of their event. */
const KEPT_BYTES = 48_000_000;
const FILE_KEPT_MS = 20_000;

/** The bytes cannot be read now; the send was not begun. */
export class FilesUnavailableError extends Error {}

interface WithFiles {
  eventId: string;
  integrationId: string;
  request: Readonly<Record<string, unknown>>;
}

export interface TakenFiles {
  /** The request as the provider's adapter takes it. */
  request: Readonly<Record<string, unknown>>;
  missing: string[];
}

/**
 * Brings the files of an event to its sends. The bytes are read once for all of them, and only so many mails with files are
 * sent at once, that a worker's memory stays bounded whatever the number of recipients.
 */
export interface AttachmentFiles {
  /** Runs a send with its files; one without files runs at once. */
  run<T>(delivery: WithFiles, send: (taken: TakenFiles) => Promise<T>): Promise<T>;
}

export function createAttachmentFiles(db: Database, options: { budget?: number } = {}): AttachmentFiles {
  const budget = createByteBudget(options.budget ?? FILE_BYTES);
  const kept = new LRUCache<string, { files: Promise<Map<number, Buffer>>; size: number }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: FILE_KEPT_MS,
    ttlAutopurge: true,
  });
  /** Reads under way and in use, also of files that are too large to be kept. */
  const used = new Map<string, { files: Promise<Map<number, Buffer>>; users: number }>();

  async function withFilesOf<T>(eventId: string, size: number, work: (files: Map<number, Buffer>) => Promise<T>) {
    const entry = used.get(eventId) ?? { files: kept.get(eventId)?.files ?? loadAttachments(db, eventId), users: 0 };
    used.set(eventId, entry);
    entry.users += 1;
    try {
      const files = await entry.files.catch((cause: unknown) => {
        throw new FilesUnavailableError("Attachments could not be read", { cause });
      });
      if (files.size > 0) kept.set(eventId, { files: entry.files, size: Math.max(size, 1) });
      return await work(files);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) used.delete(eventId);
    }
  }

  return {
    async run({ eventId, integrationId, request }, send) {
      const refs = refsIn(request);
      if (refs.length === 0) return send({ request, missing: [] });
      const size = refs.reduce((sum, ref) => sum + ref.size, 0);
      return budget.run(integrationId, size * FILE_COPIES, () =>
        withFilesOf(eventId, size, (files) => {
          const attachments = refs.flatMap((ref) => attachmentOf(ref, files.get(ref.number)));
          const missing = refs.flatMap(({ number, name }) => (files.has(number) ? [] : [name ?? `file ${number + 1}`]));
          return send({ request: { ...request, attachments }, missing });
        }),
      );
    },
  };
}

function attachmentOf(
  { mime, name, channels, cid, disposition }: AttachmentRef,
  file: Buffer | undefined,
): Attachment[] {
  if (!file) return [];
  return [
    {
      file,
      mime,
      ...(name && { name }),
      ...(channels && { channels }),
      ...(cid && { cid }),
      ...(disposition && { disposition }),
    },
  ];
}

/** The channel's module made the request: its attachments are references. */
const refsIn = ({ attachments }: WithFiles["request"]): AttachmentRef[] =>
  Array.isArray(attachments) ? (attachments as AttachmentRef[]) : [];
