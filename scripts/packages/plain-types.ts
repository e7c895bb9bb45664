import ts from "typescript";

/** A type that is written out, by the name under which it is exported. */
export type Root = { name: string; type: ts.Type };

/**
 * Writes types out as plain declarations: what a schema infers becomes interfaces that need neither the schema nor zod. A type
 * that one of `sources` exports under a name keeps it wherever it occurs, with the comments of its fields.
 */
export function plainDeclarations(
  program: ts.Program,
  roots: readonly Root[],
  sources: readonly ts.SourceFile[],
): string {
  return new Declarations(program, roots, sources).write();
}

class Declarations {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #names = new Map<ts.Type, string>();
  readonly #taken: Set<string>;
  readonly #queue: Root[];
  /** Types that are being written. */
  readonly #open = new Set<ts.Type>();

  constructor(program: ts.Program, roots: readonly Root[], sources: readonly ts.SourceFile[]) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#taken = new Set(roots.map(({ name }) => name));
    this.#queue = [...roots];
    for (const { name, type } of roots) this.#names.set(type, name);
    for (const source of sources) {
      for (const symbol of exportsOf(this.#checker, source)) {
        const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
        if (!this.#names.has(type) && this.#deservesName(type)) this.#giveName(type, symbol.name);
      }
    }
  }

  write(): string {
    const written = new Map<string, string>();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { name, type } = next;
      if (written.has(name)) continue;
      written.set(name, "");
      const text = this.#printWhole(type);
      const symbol = type.aliasSymbol ?? type.symbol;
      const comment = symbol === undefined ? "" : this.#commentOf(symbol);
      const isInterface = text.startsWith("{") && this.#isPlainObject(type);
      written.set(name, `${comment}export ${isInterface ? `interface ${name} ${text}` : `type ${name} = ${text};`}`);
    }
    return [...written.values()].join("\n\n");
  }

  #giveName(type: ts.Type, name: string): void {
    if (this.#taken.has(name)) return;
    this.#names.set(type, name);
    this.#taken.add(name);
  }

  #print(type: ts.Type): string {
    const name = this.#nameOf(type);
    if (name === undefined) return this.#printWhole(type);
    this.#queue.push({ name, type });
    return name;
  }

  #nameOf(type: ts.Type): string | undefined {
    const alias = type.aliasSymbol;
    if (!this.#names.has(type) && alias !== undefined && type.aliasTypeArguments === undefined)
      this.#giveName(type, alias.name);
    return this.#names.get(type);
  }

  #printWhole(type: ts.Type): string {
    if (type.isUnion()) return this.#printUnion(type);
    if (this.#checker.isTupleType(type)) {
      const elements = this.#checker.getTypeArguments(asReference(type)).map((one) => this.#print(one));
      return `${isReadonly(type) ? "readonly " : ""}[${elements.join(", ")}]`;
    }
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(asReference(type));
      return `${isReadonly(type) ? "readonly " : ""}${grouped(element === undefined ? "unknown" : this.#print(element))}[]`;
    }
    if (!this.#isPlainObject(type)) return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (this.#open.has(type))
      throw new Error(`A type that contains itself needs an exported name: ${this.#checker.typeToString(type)}`);
    this.#open.add(type);
    const properties = this.#checker.getPropertiesOfType(type);
    const fields = properties.map((field) => this.#printField(field));
    const index = this.#checker.getIndexInfosOfType(type).map(({ keyType, type: value, isReadonly: readOnly }) => {
      // An interface cannot say of its other fields what does not hold for those with a name.
      const holds = properties.every((field) =>
        this.#checker.isTypeAssignableTo(this.#checker.getTypeOfSymbol(field), value),
      );
      return `${readOnly ? "readonly " : ""}[key: ${this.#checker.typeToString(keyType)}]: ${holds ? this.#print(value) : "unknown"};`;
    });
    this.#open.delete(type);
    return fields.length + index.length === 0 ? "{}" : `{\n${[...fields, ...index].join("\n")}\n}`;
  }

  #printUnion(type: ts.UnionType): string {
    const has = (flag: ts.TypeFlags) => type.types.some(({ flags }) => (flags & flag) !== 0);
    // Last, as people write it, so that the rest can have a name.
    const empty = [...(has(ts.TypeFlags.Null) ? ["null"] : []), ...(has(ts.TypeFlags.Undefined) ? ["undefined"] : [])];
    if (empty.length > 0) return [this.#print(this.#checker.getNonNullableType(type)), ...empty].join(" | ");
    const isBoolean = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const whole = type.types.filter(isBoolean).length === 2;
    const parts = type.types.filter((one) => !(whole && isBoolean(one))).map((one) => this.#print(one));
    return [...parts, ...(whole ? ["boolean"] : [])].join(" | ");
  }

  #printField(field: ts.Symbol): string {
    const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const readOnly = isReadonlyField(field) ? "readonly " : "";
    const type = this.#checker.getTypeOfSymbol(field);
    const text = this.#print(type);
    const value = optional && !/(^| )undefined$/.test(text) ? `${text} | undefined` : text;
    const key = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
    return `${this.#commentOf(field)}${readOnly}${key}${optional ? "?" : ""}: ${value};`;
  }

  #commentOf(symbol: ts.Symbol): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim();
    return text === "" ? "" : `/** ${text.replaceAll("\n", "\n * ")} */\n`;
  }

  #isPlainObject(type: ts.Type): boolean {
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
    if (type.isIntersection() && !type.types.every((part) => (part.flags & ts.TypeFlags.Object) !== 0)) return false;
    if (this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0) return false;
    const declarations = type.symbol?.declarations ?? [];
    return !declarations.some(
      (one) => this.#program.isSourceFileDefaultLibrary(one.getSourceFile()) && ts.isInterfaceDeclaration(one),
    );
  }

  #deservesName(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.length > 2 && !type.types.some(({ flags }) => (flags & EMPTY) !== 0);
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return false;
    return this.#isPlainObject(type) && this.#checker.getPropertiesOfType(type).length > 0;
  }
}

const grouped = (text: string) => (/[|&]/.test(text) && !text.startsWith("{") ? `(${text})` : text);

function exportsOf(checker: ts.TypeChecker, source: ts.SourceFile): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(source);
  if (module === undefined) return [];
  return checker.getExportsOfModule(module).filter(({ flags, declarations = [] }) => {
    if ((flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface)) === 0) return false;
    return declarations.every((one) => !isGeneric(one));
  });
}

const isGeneric = (node: ts.Declaration) =>
  (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && (node.typeParameters?.length ?? 0) > 0;

const asReference = (type: ts.Type) => type as ts.TypeReference;

const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

const isReadonlyField = ({ declarations = [] }: ts.Symbol) =>
  declarations.some((one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly) !== 0);

const isReadonly = (type: ts.Type) => {
  const { target } = asReference(type);
  return "readonly" in target ? target.readonly === true : type.symbol?.name === "ReadonlyArray";
};
