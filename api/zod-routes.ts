import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";

/** A file of routes whose requests and replies are typed by their zod schemas. */
export type ZodRoutes = FastifyPluginAsyncZod;
