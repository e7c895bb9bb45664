import type { Belfry } from "#client/client.ts";
import { eventually } from "#test/support/processes.ts";

/** Has a call refused whose path and body are long, with a key of that name, and returns the id of its record. */
export async function refuseRequest(apiUrl: string, belfry: Belfry, { name, text }: { name: string; text: string }) {
  const { key } = await belfry.apiKeys.create({ name });
  await fetch(`${apiUrl}/v1/topics/${encodeURIComponent(text)}?${"q".repeat(500)}=${"v".repeat(500)}`, {
    method: "PATCH",
    headers: {
      authorization: `ApiKey ${key}`,
      "content-type": "application/json",
      "user-agent": "u".repeat(500),
      "idempotency-key": "k".repeat(200),
    },
    body: JSON.stringify({ name: 5, [text]: text, more: "x".repeat(20_000) }),
  });
  const { _id: apiKeyId } = (await belfry.apiKeys.list()).find((each) => each.name === name) ?? { _id: "" };
  return eventually("the call is recorded", 10_000, async () => {
    const { data } = await belfry.requests.list({ apiKeyId });
    return data[0]?._id ?? null;
  });
}
