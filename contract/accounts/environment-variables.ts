import { z } from "zod";
import {
  VARIABLE_KEY_MAX,
  VARIABLE_KEY_PATTERN,
  VARIABLE_VALUE_MAX,
  VARIABLES_MAX,
} from "../constants/templates/environment-variables.ts";
import { SECRET_PREFIX } from "../constants/values/secret-prefix.ts";
import { SecretSetting } from "../integrations.ts";
import { KEY, READER, VARIABLES_ADMIN } from "../schemas/access.ts";
import { data, dated, exactTextUpTo, example, Id, PathReference } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

export const VariableKey = exactTextUpTo(VARIABLE_KEY_MAX).regex(VARIABLE_KEY_PATTERN, {
  error: "must begin with a letter and have letters, digits and underscores only",
});

export const VariableValue = exactTextUpTo(VARIABLE_VALUE_MAX).refine((text) => !text.startsWith(SECRET_PREFIX), {
  error: `must not start with ${SECRET_PREFIX}, by which stored secrets begin`,
});

const ENVIRONMENTS_MAX = 100;

const values = z
  .array(z.object({ _environmentId: Id, value: VariableValue }))
  .max(ENVIRONMENTS_MAX, { error: `must have at most ${ENVIRONMENTS_MAX} values` });

const changedValues = z
  .array(
    z.object({
      _environmentId: Id,
      value: VariableValue.nullable().describe("Null takes the value away from the environment"),
    }),
  )
  .max(ENVIRONMENTS_MAX, { error: `must have at most ${ENVIRONMENTS_MAX} values` });

const type = z.literal("string", { error: "must be string" });
const isSecret = z.boolean({ error: "must be true or false" });

const CreateEnvironmentVariable = z
  .object({
    key: VariableKey,
    type: type.default("string"),
    isSecret: isSecret.default(false).describe("Secret values are encrypted, and never shown again"),
    values: values.default([]),
  })
  .meta(
    example({
      key: "shopUrl",
      isSecret: false,
      values: [{ _environmentId: "8a1f6a0e-2f55-4c2b-9f8e-0d8a5b3c7e11", value: "https://staging.example.com" }],
    }),
  );
export type CreateEnvironmentVariable = z.infer<typeof CreateEnvironmentVariable>;

/** Fields that are left out stay as they are, and so do values of environments that are not named. */
const UpdateEnvironmentVariable = z
  .object({ key: VariableKey, type, isSecret, values: changedValues })
  .partial()
  .meta(
    example({
      values: [{ _environmentId: "8a1f6a0e-2f55-4c2b-9f8e-0d8a5b3c7e11", value: "https://shop.example.com" }],
    }),
  );
export type UpdateEnvironmentVariable = z.infer<typeof UpdateEnvironmentVariable>;

/** A named text that templates and conditions read as `env.<key>`, with a value for each environment. */
export const EnvironmentVariable = z
  .object({
    _id: z.string(),
    _organizationId: z.string(),
    key: z.string(),
    type: z.literal("string"),
    isSecret: z.boolean(),
    values: z
      .array(
        z.object({
          _environmentId: z.string(),
          value: z.string().describe("Of a secret `••••`, and its end where it is long enough"),
          set: SecretSetting.describe("When the value was set, and by whom"),
        }),
      )
      .describe("Environments without a value are missing. The key of an environment sees its own alone"),
    usedBy: z.number().int().describe("Workflows and layouts of the environment that name the variable"),
    ...dated(),
  })
  .meta({ id: "EnvironmentVariable" });
export type EnvironmentVariable = z.infer<typeof EnvironmentVariable>;

export const EnvironmentVariableUsage = z
  .object({
    workflows: z.array(
      z.object({
        name: z.string(),
        workflowId: z.string().describe("The identifier by which events name it"),
        _id: z.string(),
        steps: z.array(z.object({ _id: z.string(), name: z.string().nullable(), type: z.string() })),
      }),
    ),
    layouts: z.array(z.object({ _id: z.string(), name: z.string(), layoutId: z.string() })),
  })
  .meta({ id: "EnvironmentVariableUsage" });
export type EnvironmentVariableUsage = z.infer<typeof EnvironmentVariableUsage>;

const ByKey = z.object({ variableKey: PathReference });

export const environmentVariableOperations = operations("environment-variables", {
  listEnvironmentVariables: {
    route: "GET /v1/environment-variables",
    client: "environmentVariables.list",
    summary: `List the environment variables of the organisation by key, at most ${VARIABLES_MAX}`,
    access: [KEY, READER],
    query: z.object({ search: exactTextUpTo(VARIABLE_KEY_MAX).optional().describe("A part of the key, in any case") }),
    answer: { 200: data(z.array(EnvironmentVariable)) },
  },

  createEnvironmentVariable: {
    route: "POST /v1/environment-variables",
    client: "environmentVariables.create",
    summary: "Create a variable that templates read as env.<key>",
    access: [KEY, VARIABLES_ADMIN],
    audit: "environment_variable.created",
    body: CreateEnvironmentVariable,
    secretFields: ["value"],
    answer: { 200: data(EnvironmentVariable) },
    failures: ["conflict", "forbidden"],
  },

  getEnvironmentVariable: {
    route: "GET /v1/environment-variables/:variableKey",
    client: "environmentVariables.get",
    summary: "Get a variable",
    access: [KEY, READER],
    params: ByKey,
    answer: { 200: data(EnvironmentVariable) },
    failures: ["not_found"],
  },

  updateEnvironmentVariable: {
    route: "PATCH /v1/environment-variables/:variableKey",
    client: "environmentVariables.update",
    summary: "Rename a variable, make it secret, or set values of environments",
    access: [KEY, VARIABLES_ADMIN],
    audit: "environment_variable.updated",
    params: ByKey,
    body: UpdateEnvironmentVariable,
    secretFields: ["value"],
    answer: { 200: data(EnvironmentVariable) },
    failures: ["not_found", "conflict", "forbidden"],
  },

  deleteEnvironmentVariable: {
    route: "DELETE /v1/environment-variables/:variableKey",
    client: "environmentVariables.delete",
    summary: "Delete a variable and its values in all environments",
    access: [KEY, VARIABLES_ADMIN],
    audit: "environment_variable.deleted",
    params: ByKey,
    answer: { 204: z.null() },
    failures: ["not_found", "forbidden"],
  },

  getEnvironmentVariableUsage: {
    route: "GET /v1/environment-variables/:variableKey/usage",
    client: "environmentVariables.usage",
    summary: "List the workflows, steps and layouts that use a variable",
    access: [KEY, READER],
    params: ByKey,
    answer: { 200: data(EnvironmentVariableUsage) },
    failures: ["not_found"],
  },
});
