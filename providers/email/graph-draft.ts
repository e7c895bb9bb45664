import { z } from "zod";
import type { Http } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { HttpRequest } from "../http/http-request.ts";
import type { Attachment } from "../messages.ts";
import { ProviderError } from "../provider-error.ts";

/** Files of one mail that fit into the request which sends it, in bytes: Graph takes requests of 4 MB, and files grow by a third in base64. */
const ONE_REQUEST_BYTES = 3_000_000;
/** From this size on, a file needs an upload session. */
const SESSION_BYTES = 3_000_000;
/** Bytes of one upload: a multiple of 320 KiB, as Graph wants it for other files, and less than 4 MB, as for these. */
const PART_BYTES = 10 * 320 * 1024;

const Created = z.object({ id: z.string().min(1) });
const UploadSession = z.object({ uploadUrl: z.url({ protocol: /^https$/ }) });

/** Calls Graph for the mailbox, with its token. `path` is that below the mailbox. */
export type GraphCall = (method: string, path: string, request?: HttpRequest) => Promise<HttpReply>;

export const needsDraft = (attachments: readonly Attachment[]): boolean =>
  attachments.reduce((sum, { file }) => sum + file.length, 0) > ONE_REQUEST_BYTES;

interface Mailbox {
  call: GraphCall;
  /** The same for what is done after the send was given up. A draft that it cannot delete does no harm among the mailbox's drafts. */
  cleanUp: GraphCall;
  /** For uploads, which take no token of the mailbox. */
  http: Http;
}

/** The parts of the request that sends the draft, and of the one that makes it. */
interface Draft {
  json: unknown;
  headers: Record<string, string>;
  query: Record<string, string>;
  attachments: readonly { file: Buffer; small: object; large: object }[];
}

/**
 * Sends a mail whose files do not fit into one request: as a draft to which they are added one by one
 * (https://learn.microsoft.com/graph/outlook-large-attachments). The application needs the permission Mail.ReadWrite for that. Until the
 * draft is sent, every failure leaves the mail unsent; the draft is then deleted.
 */
export async function sendDraft({ call, ...mailbox }: Mailbox, draft: Draft): Promise<HttpReply> {
  const { json, headers, query } = draft;
  const created = await call("POST", "messages", { json, headers, idempotent: true }).catch(unsent);
  const path = `messages/${encodeURIComponent(created.json(Created).id)}`;
  const remove = () => mailbox.cleanUp("DELETE", path, { idempotent: true }).catch(() => undefined);
  try {
    for (const attachment of draft.attachments) await attach(call, mailbox.http, path, attachment);
  } catch (error) {
    await remove();
    return unsent(error);
  }
  try {
    return await call("POST", `${path}/send`, { headers, query });
  } catch (error) {
    // One that may have been sent is left where it is.
    if (error instanceof ProviderError && !error.mayBeSent) await remove();
    throw error;
  }
}

async function attach(
  call: GraphCall,
  http: Http,
  path: string,
  { file, small, large }: Draft["attachments"][number],
): Promise<void> {
  if (file.length < SESSION_BYTES) {
    await call("POST", `${path}/attachments`, { json: small, idempotent: true });
    return;
  }
  const session = await call("POST", `${path}/attachments/createUploadSession`, {
    json: { AttachmentItem: large },
    idempotent: true,
  });
  // The address carries a token of its own, and no other one may be sent to it.
  const { uploadUrl } = session.json(UploadSession);
  for (let start = 0; start < file.length; start += PART_BYTES) {
    const part = file.subarray(start, start + PART_BYTES);
    await http.request("PUT", uploadUrl, {
      headers: {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${start}-${start + part.length - 1}/${file.length}`,
      },
      body: new Uint8Array(part),
      idempotent: true,
    });
  }
}

/** The vendor has the mail, at most, as a draft. */
function unsent(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  throw new ProviderError(error.class, error.message, { ...error, mayBeSent: false });
}
