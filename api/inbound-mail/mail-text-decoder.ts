/*
 * Replaces the decoder of the thread in which mails are parsed, before the parser is loaded. Many senders name no charset, or the wrong one:
 * what is not in UTF-8 is read as windows-1252, as mail programs do. Node's own decoder would put replacement characters there, and take
 * windows-1252 for latin-1 (https://github.com/nodejs/node/issues/56542).
 */

class MailTextDecoder extends TextDecoder {
  override decode(...[input, options]: Parameters<TextDecoder["decode"]>): string {
    if (this.encoding === "windows-1252") return super.decode(input, { ...options, stream: true });
    if (this.encoding !== "utf-8" || input === undefined || options?.stream) return super.decode(input, options);
    try {
      return new Own(this.encoding, { fatal: true, ignoreBOM: this.ignoreBOM }).decode(input);
    } catch {
      return new Own("windows-1252").decode(input, { stream: true });
    }
  }
}

const Own = TextDecoder;
globalThis.TextDecoder = MailTextDecoder;
