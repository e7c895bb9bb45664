import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** Returns what the body of an email has as a document of blocks; undefined for other bodies. */
export function documentIn(body: string): Readonly<Record<string, unknown>> | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isJsonObject(parsed) && parsed.type === "doc" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the body of an email is edited as blocks. An empty one is, where its step says so. */
export const isBlocks = (body: string, editorType: unknown): boolean =>
  editorType !== "html" && (documentIn(body) !== undefined || (editorType === "block" && body.trim() === ""));
