import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, RequestPayload } from "fastify";
import { IMPORT_MAX_BYTES } from "#contract/constants/imports.ts";
import { DomainError } from "#domain/errors.ts";

/** Files that one process receives at once. */
const CHUNKS_TOGETHER = 8;

/** Bytes that are read at once. */
const CHUNK = 64 * 1024;

/** The body of a call, on the disk. */
export class SpooledBody {
  readonly #file: FileHandle;
  constructor(file: FileHandle) {
    this.#file = file;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/**
 * Has the routes of an instance receive their bodies as files of any type, so that a large one takes no memory, and a slow client
 * no connection to the database. Throws `payload_too_large`. A file has no name: the system removes it, also when the process dies.
 */
export function spoolBodies(app: FastifyInstance): void {
  let received = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_request: unknown, payload: RequestPayload) => {
    if (received >= CHUNKS_TOGETHER) {
      throw new DomainError("unavailable", "Several files are being received: try again in a moment");
    }
    received += 1;
    try {
      return await spool(payload);
    } finally {
      received -= 1;
    }
  });
  app.addHook("onResponse", async ({ body }) => {
    if (body instanceof SpooledBody) await body.close();
  });
}

async function spool(payload: RequestPayload): Promise<SpooledBody> {
  const path = join(tmpdir(), `belfry-import-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    let bytes = 0;
    // The request is left as it is when it is too long: it carries the connection on which that is answered. Streams of a file handle
    // would keep it open when they end early, so that it is written without one.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > IMPORT_MAX_BYTES) {
        throw new DomainError(
          "payload_too_large",
          `The file is longer than ${IMPORT_MAX_BYTES} bytes: divide it into several files`,
        );
      }
      await file.write(chunk);
    }
    return new SpooledBody(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}
