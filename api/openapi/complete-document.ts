import { STATUS_CODES } from "node:http";
import { TAGS } from "#contract/constants/tags.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { exampleMaker } from "./examples.ts";
import { FAILURES } from "./failures.ts";
import { levelSchemas } from "./level-schemas.ts";
import { withNamedBodies } from "./name-bodies.ts";

type Json = Record<string, unknown>;

interface Operation extends Json {
  operationId?: string;
  tags?: string[];
  parameters?: Json[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, Json>;
}

interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Json };
}

const FAILURE = "#/components/schemas/Failure";
const KEY = "Idempotency-Key";
/** Headers of requests, and the components that describe them. */
const SHARED_PARAMETERS: Record<string, string> = { [KEY]: "IdempotencyKey", "Novu-Environment-Id": "EnvironmentId" };

/**
 * Writes the parts of the document once that many operations share, and what concerns all of them: refusals, the header of
 * idempotency, tags and the server. Gets the document as its routes describe it, and the path that all of its paths are below.
 */
export function completeDocument(given: object, contextPath: string): object {
  const document = levelSchemas(given) as Document;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const shared = sharedComponents(operations);
  for (const operation of operations) shareParts(operation);
  addExamples(operations, document.components.schemas);
  const components = { ...document.components, schemas: withNamedBodies(document), ...shared };
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  const complete = {
    ...document,
    servers: [{ url: contextPath || "/", description: "This installation." }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    components,
  };
  return { ...complete, components: withoutUnused(complete) };
}

function sharedComponents(operations: readonly Operation[]): Json {
  const parameters = operations.flatMap(({ parameters = [] }) => parameters);
  const shared = Object.entries(SHARED_PARAMETERS).map(([header, component]) => [
    component,
    parameters.find(({ name }) => name === header),
  ]);
  const failures = Object.entries(FAILURES).map(([status, { name, description }]) => [
    name,
    {
      description,
      headers: { ...ALWAYS, ...ANSWER_HEADERS, ...(WITH_RETRY.has(status) && { "Retry-After": REF.retryAfter }) },
      content: { "application/json": { schema: { $ref: FAILURE } } },
    },
  ]);
  return {
    parameters: Object.fromEntries(shared),
    headers: HEADERS,
    responses: Object.fromEntries(failures),
  };
}

/** Refusals that say when to try again. */
const WITH_RETRY = new Set(["409", "429"]);

const HEADERS = {
  RequestId: {
    schema: { type: "string" },
    description: "The id of the request in the log of the API: that of a proxy or the caller, where it sent one.",
  },
  IdempotencyKey: { schema: { type: "string" }, description: "The Idempotency-Key of the request, if it had one." },
  IdempotencyReplay: {
    schema: { type: "string", enum: ["true"] },
    description: "The answer is that of an earlier request with the same Idempotency-Key.",
  },
  RetryAfter: { schema: { type: "integer", minimum: 1 }, description: "Seconds to wait." },
};

const REF = { retryAfter: { $ref: "#/components/headers/RetryAfter" } };

/** Of every answer. */
const ALWAYS = { "x-request-id": { $ref: "#/components/headers/RequestId" } };

const ANSWER_HEADERS = {
  "Idempotency-Key": { $ref: "#/components/headers/IdempotencyKey" },
  "Idempotency-Replay": { $ref: "#/components/headers/IdempotencyReplay" },
};

/** Puts references in the place of what the components have. */
function shareParts(operation: Operation): void {
  const isKeyed = operation.parameters?.some(({ name }) => name === KEY) ?? false;
  const { parameters } = operation;
  if (parameters) {
    operation.parameters = parameters.map((parameter) => {
      const component = SHARED_PARAMETERS[String(parameter.name)];
      return component ? { $ref: `#/components/parameters/${component}` } : parameter;
    });
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const failure = FAILURES[status];
    if (failure && isFailure(response)) {
      operation.responses[status] = { $ref: `#/components/responses/${failure.name}` };
      continue;
    }
    if (response.description === "Default Response") response.description = STATUS_CODES[status] ?? status;
    // What answers a WebSocket is its handshake, which has headers of its own.
    if (status === "101") continue;
    response.headers = { ...(response.headers as Json | undefined), ...ALWAYS, ...(isKeyed && ANSWER_HEADERS) };
  }
}

/** An example for each body of a request, as the contract has it, and for each answer of success, made from its schema. */
function addExamples(operations: readonly Operation[], schemas: Json): void {
  const exampleOf = exampleMaker(schemas);
  for (const { requestBody, responses, tags: [tag = ""] = [] } of operations) {
    for (const media of Object.values(requestBody?.content ?? {})) media.example ??= writtenExample(media.schema);
    for (const [status, { content }] of Object.entries(responses)) {
      if (!status.startsWith("2") || !isJsonObject(content)) continue;
      for (const media of Object.values(content)) {
        if (isJsonObject(media) && media.schema !== undefined) media.example ??= exampleOf(media.schema, tag);
      }
    }
  }
}

/** The example of a schema, or of its first alternative that has one: a body may be left out. */
function writtenExample(schema: unknown): unknown {
  if (!isJsonObject(schema)) return undefined;
  const { examples, example, anyOf } = schema;
  const alternatives = Array.isArray(anyOf) ? anyOf.map(writtenExample) : [];
  return [example, ...(Array.isArray(examples) ? examples : []), ...alternatives].find((one) => one !== undefined);
}

const isFailure = ({ content }: Json): boolean => JSON.stringify(content ?? null).includes(`{"$ref":"${FAILURE}"}`);

/** Drops components that nothing refers to; the conversion of schemas makes both forms of each, of requests and of answers. */
function withoutUnused(document: Document): Json {
  const { components, ...rest } = document;
  const found = new Set<string>();
  const collect = (text: string): void => {
    for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/components\/(\w+\/[\w.-]+)"/g)) {
      if (found.has(reference)) continue;
      found.add(reference);
      const [kind = "", name = ""] = reference.split("/");
      const component = (components[kind] as Json | undefined)?.[name];
      if (component !== undefined) collect(JSON.stringify(component));
    }
  };
  collect(JSON.stringify(rest));
  const kept = Object.entries(components).map(([kind, named]) => {
    if (kind === "securitySchemes") return [kind, named];
    return [kind, Object.fromEntries(Object.entries(named as Json).filter(([name]) => found.has(`${kind}/${name}`)))];
  });
  return Object.fromEntries(kept);
}
