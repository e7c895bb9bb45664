/** A node as fast-xml-parser gives it in the order of the file: a text, or an element under its name, with its attributes under `:@`. */
export type XmlNode = Readonly<Record<string, unknown>>;

const ATTRIBUTES = ":@";
const TEXT = "#text";

/** The name of an element without the prefix of its namespace; `#text` for a text. */
export const nameOf = (node: XmlNode): string => Object.keys(node).find((name) => name !== ATTRIBUTES) ?? "";

export function childrenOf(node: XmlNode): readonly XmlNode[] {
  const children = node[nameOf(node)];
  return Array.isArray(children) ? children : [];
}

export function attributeOf(node: XmlNode, name: string): string | undefined {
  const attributes = node[ATTRIBUTES];
  const value = typeof attributes === "object" && attributes !== null ? Object.entries(attributes) : [];
  const found = value.find(([one]) => one === name)?.[1];
  return typeof found === "string" ? found : undefined;
}

/** The text of a node that is one. */
export const textOf = (node: XmlNode): string | undefined =>
  typeof node[TEXT] === "string" ? (node[TEXT] as string) : undefined;

export const childrenNamed = (node: XmlNode, name: string): XmlNode[] =>
  childrenOf(node).filter((child) => nameOf(child) === name);

/** All elements of a name below a node, in the order of the file, but for those in each other. */
export function descendantsNamed(node: XmlNode, name: string): XmlNode[] {
  return childrenOf(node).flatMap((child) => (nameOf(child) === name ? [child] : descendantsNamed(child, name)));
}

export const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly XmlNode[],
): XmlNode => ({
  [name]: children,
  [ATTRIBUTES]: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
});

export const textNode = (text: string): XmlNode => ({ [TEXT]: text });
