import fastifyPlugin from "fastify-plugin";
import { OPERATIONS } from "#contract/every-operation.ts";

/** Refuses to start an application in which an operation of the contract has no route. */
export const completeOperations = fastifyPlugin(
  async (app) => {
    app.addHook("onReady", async () => {
      const served = new Set(app.declaredRoutes.map(({ operationId }) => operationId));
      const missing = OPERATIONS.filter(({ id }) => !served.has(id)).map(({ id }) => id);
      if (missing.length === 0) return;
      throw new Error(
        `Operations without a handler: ${missing.join(", ")}. Bind them in a file of api/routes, and list the file in api/routes/index.ts`,
      );
    });
  },
  { name: "complete-operations", dependencies: ["declared-access"] },
);
