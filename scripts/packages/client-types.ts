import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "#config.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Operation } from "#contract/schemas/operations.ts";
import { plainDeclarations } from "./plain-types.ts";

/**
 * Returns the text of `types.d.ts` of the published client, which stands in for client/types.ts there: the same names, with
 * the types of each operation written out instead of inferred from the contract's schemas.
 */
export function clientTypes(): string {
  const program = programWith(join(projectRoot, "client/every-type.ts"), typesOfOperations());
  const checker = program.getTypeChecker();
  const [file] = program.getRootFileNames();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file ?? "") ?? missing("the list of types"));
  const [exported] = module === undefined ? [] : checker.getExportsOfModule(module);
  const contract = join(projectRoot, "contract/");
  const plain = plainDeclarations(
    program,
    [{ name: "Operations", type: checker.getDeclaredTypeOfSymbol(exported ?? missing("the type of all operations")) }],
    program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(contract)),
  );
  return `${GENERIC}\n${plain}\n`;
}

/** The types that client/types.ts infers, by what is written out below them. */
const GENERIC = `export type OperationId = keyof Operations;
type Field<Id extends OperationId, Name extends string> = Operations[Id] extends Readonly<Record<Name, infer Value>> ? Value : never;
/** The JSON body of an operation. */
export type Body<Id extends OperationId> = Field<Id, "body">;
/** The content types that an operation takes, of those whose body is not JSON. */
export type ContentType<Id extends OperationId> = Field<Id, "contentType">;
/** The headers that an operation reads, beside those that the client sends by itself. */
export type RequestHeaders<Id extends OperationId> = Field<Id, "headers">;
/** The query of an operation: values as the server reads them from its text. */
export type Query<Id extends OperationId> = Field<Id, "query">;
/** The value of a parameter of an operation's path. */
export type PathParameter<Id extends OperationId, Name extends string> = Field<Id, "params"> extends Readonly<Record<Name, infer Value>> ? Value : string;
/** The result of a call: what stands under \`data\`, or the whole answer where more stands beside it. */
export type Answer<Id extends OperationId> = Field<Id, "answer">;
/** An element of the list that an answer holds. */
export type Row<List> = List extends { data: readonly (infer Element)[] } ? Element : never;
`;

function typesOfOperations(): string {
  return `import type { Answer, Body, ContentType, PathParameter, Query, RequestHeaders } from "./types.ts";
export interface Operations {
${OPERATIONS.map(typesOf).join("\n")}
}`;
}

function typesOf({ id, path, query, headers, body, answer }: Operation): string {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name}: PathParameter<"${id}", "${name}">;`);
  const fields = [
    params.length > 0 && `params: { ${params.join(" ")} };`,
    query && `query: Query<"${id}">;`,
    headers && `headers: RequestHeaders<"${id}">;`,
    body && (isMedia(body) ? `contentType: ContentType<"${id}">;` : `body: Body<"${id}">;`),
    Object.values(answer).some((one) => !isMedia(one)) && `answer: Answer<"${id}">;`,
  ];
  return `${id}: { ${fields.filter((field) => field).join(" ")} };`;
}

const isMedia = (schema: object) => !("_zod" in schema);

/** A program of the repository with one more file, which exists in it alone. */
function programWith(file: string, text: string): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(join(projectRoot, "tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) =>
      missing(ts.flattenDiagnosticMessageText(messageText, "\n")),
  });
  const options = parsed?.options ?? missing("tsconfig.json");
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  return ts.createProgram([file], options, host);
}

function missing(what: string): never {
  throw new Error(`The types of the client could not be written out: ${what} cannot be read`);
}
