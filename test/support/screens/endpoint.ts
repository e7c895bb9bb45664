import type { Belfry } from "#client/client.ts";

/** Adds an endpoint, at an address that is not called, with an event for it. */
export async function createEndpoint(belfry: Belfry, description: string) {
  const url = `http://127.0.0.1/${"u".repeat(1_000)}`;
  const { _id } = await belfry.webhookEndpoints.create({ url, description });
  return { endpointId: _id, deliveryId: (await belfry.webhookEndpoints.test(_id))._id };
}
