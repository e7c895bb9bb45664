import { createPrivateKey, type KeyObject } from "node:crypto";
import { pemIn } from "../http/pem.ts";

/**
 * Reads a private key in PEM, also one whose line breaks were lost on the way, or became spaces or the two characters `\n`.
 * Throws an error that quotes nothing of it.
 */
export function readPrivateKey(pem: string): KeyObject {
  const { type, content = "" } = pemIn(pem) ?? {};
  const lines = content.replace(/\\n|\s/g, "").match(/.{1,64}/g) ?? [];
  try {
    return createPrivateKey([`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`].join("\n"));
  } catch {
    throw new Error("its private key is not a valid key in PEM");
  }
}
