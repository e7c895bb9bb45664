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
  const checker = program.getTypeChecker();
  const names = new Map<ts.Type, string>();
  const taken = new Set<string>(roots.map(({ name }) => name));
  for (const { name, type } of roots) names.set(type, name);
  for (const source of sources) {
    for (const symbol of exportsOf(checker, source)) {
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      if (names.has(type) || taken.has(symbol.name) || !deservesName(type)) continue;
      names.set(type, symbol.name);
      taken.add(symbol.name);
    }
  }

  const written = new Map<string, string>();
  const queue: Root[] = [...roots];
  const open = new Set<ts.Type>();

  function print(type: ts.Type): string {
    const name = nameOf(type);
    if (name === undefined) return printWhole(type);
    queue.push({ name, type });
    return name;
  }

  function nameOf(type: ts.Type): string | undefined {
    const alias = type.aliasSymbol;
    if (!names.has(type) && alias !== undefined && type.aliasTypeArguments === undefined && !taken.has(alias.name)) {
      names.set(type, alias.name);
      taken.add(alias.name);
    }
    return names.get(type);
  }

  function printWhole(type: ts.Type): string {
    if (type.isUnion()) return printUnion(type);
    if (checker.isTupleType(type)) {
      const elements = checker.getTypeArguments(asReference(type)).map(print);
      return `${isReadonly(type) ? "readonly " : ""}[${elements.join(", ")}]`;
    }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(asReference(type));
      return `${isReadonly(type) ? "readonly " : ""}${grouped(element === undefined ? "unknown" : print(element))}[]`;
    }
    if (!isPlainObject(type)) return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (open.has(type))
      throw new Error(`A type that contains itself needs an exported name: ${checker.typeToString(type)}`);
    open.add(type);
    const properties = checker.getPropertiesOfType(type);
    const fields = properties.map(printField);
    const index = checker.getIndexInfosOfType(type).map(({ keyType, type: value, isReadonly: readOnly }) => {
      // An interface cannot say of its other fields what does not hold for those with a name.
      const holds = properties.every((field) => checker.isTypeAssignableTo(checker.getTypeOfSymbol(field), value));
      return `${readOnly ? "readonly " : ""}[key: ${checker.typeToString(keyType)}]: ${holds ? print(value) : "unknown"};`;
    });
    open.delete(type);
    return fields.length + index.length === 0 ? "{}" : `{\n${[...fields, ...index].join("\n")}\n}`;
  }

  function printUnion(type: ts.UnionType): string {
    const has = (flag: ts.TypeFlags) => type.types.some(({ flags }) => (flags & flag) !== 0);
    // Last, as people write it, so that the rest can have a name.
    const empty = [...(has(ts.TypeFlags.Null) ? ["null"] : []), ...(has(ts.TypeFlags.Undefined) ? ["undefined"] : [])];
    if (empty.length > 0) return [print(checker.getNonNullableType(type)), ...empty].join(" | ");
    const isBoolean = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const whole = type.types.filter(isBoolean).length === 2;
    const parts = type.types.filter((one) => !(whole && isBoolean(one))).map(print);
    return [...parts, ...(whole ? ["boolean"] : [])].join(" | ");
  }

  function printField(field: ts.Symbol): string {
    const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const readOnly = isReadonlyField(field) ? "readonly " : "";
    const type = checker.getTypeOfSymbol(field);
    const text = print(type);
    const value = optional && !/(^| )undefined$/.test(text) ? `${text} | undefined` : text;
    const key = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
    return `${commentOf(field)}${readOnly}${key}${optional ? "?" : ""}: ${value};`;
  }

  function commentOf(symbol: ts.Symbol): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
    return text === "" ? "" : `/** ${text.replaceAll("\n", "\n * ")} */\n`;
  }

  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { name, type } = next;
    if (written.has(name)) continue;
    written.set(name, "");
    const text = printWhole(type);
    const symbol = type.aliasSymbol ?? type.symbol;
    const comment = symbol === undefined ? "" : commentOf(symbol);
    const isInterface = text.startsWith("{") && isPlainObject(type);
    written.set(name, `${comment}export ${isInterface ? `interface ${name} ${text}` : `type ${name} = ${text};`}`);
  }
  return [...written.values()].join("\n\n");

  function isPlainObject(type: ts.Type): boolean {
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
    if (type.isIntersection() && !type.types.every((part) => (part.flags & ts.TypeFlags.Object) !== 0)) return false;
    if (checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0) return false;
    const declarations = type.symbol?.declarations ?? [];
    return !declarations.some(
      (one) => program.isSourceFileDefaultLibrary(one.getSourceFile()) && ts.isInterfaceDeclaration(one),
    );
  }

  function deservesName(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.length > 2 && !type.types.some(({ flags }) => (flags & EMPTY) !== 0);
    if (checker.isArrayType(type) || checker.isTupleType(type)) return false;
    return isPlainObject(type) && checker.getPropertiesOfType(type).length > 0;
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
