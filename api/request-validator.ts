import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import { nullFieldsLeftOut } from "#contract/schemas/null-fields.ts";

/** Compiles the schemas of requests. Null fields of a body that the contract takes no null for are left out before it is checked. */
export const requestValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  if (route.httpPart !== "body") return validate;
  const withoutNulls = nullFieldsLeftOut(route.schema);
  return (body: unknown) => validate(withoutNulls(body));
};
