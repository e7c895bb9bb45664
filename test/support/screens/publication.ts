import type { Belfry } from "#client/client.ts";

/** Publishes a workflow to Production with a note. Returns the id of the publication. */
export async function publish(belfry: Belfry, workflow: string, note: string): Promise<string> {
  const [environments, { _id: id }] = await Promise.all([
    belfry.environments.getAll(),
    belfry.v2.workflows.get(workflow),
  ]);
  const target = environments.find(({ type }) => type === "prod");
  if (!target) throw new Error("The organisation has no Production");
  const resources = [{ kind: "workflow" as const, id }];
  return (await belfry.publications.create({ targetEnvironmentId: target._id, resources, note }))._id;
}
