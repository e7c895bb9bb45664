import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";

/** A condition, or a group of them. */
export type ConditionNode = Filter | FilterPart;

/** The place of a node: the index of its group in the list, then that of each child on the way. */
export type NodePath = readonly number[];

export const isGroup = (node: ConditionNode): node is Filter => "children" in node;

/** A condition that a member begins with. Until it has its field and value, it takes no part in decisions. */
export const newPart = (on: "payload" | "tenant"): FilterPart => ({ on, field: "", operator: "EQUAL", value: "" });

const keys = new WeakMap<ConditionNode, string>();
let made = 0;

/** Returns a key that stays the same while the node is edited and moved: conditions have no ids. */
export function keyOf(node: ConditionNode): string {
  let key = keys.get(node);
  if (key === undefined) {
    made += 1;
    key = `condition-${made}`;
    keys.set(node, key);
  }
  return key;
}

/** Gives what stands in place of a node its key. */
function replacing<T extends ConditionNode>(node: ConditionNode, next: T): T {
  keys.set(next, keyOf(node));
  return next;
}

export const withNode = (filters: readonly Filter[], path: NodePath, next: ConditionNode): Filter[] =>
  around(filters, path, (siblings, index) => siblings.map((node, at) => (at === index ? replacing(node, next) : node)));

/** Adds a node to the end of a group; an empty list gets its first group. */
export function withAdded(filters: readonly Filter[], path: NodePath, node: ConditionNode): Filter[] {
  if (filters.length === 0) return [{ value: "AND", children: [node] }];
  const group = nodeAt(filters, path);
  if (!group || !isGroup(group)) return [...filters];
  return withNode(filters, path, { ...group, children: [...group.children, node] });
}

/** Removes a node, and the group that has nothing else in it: an empty one would always pass. */
export function withoutNode(filters: readonly Filter[], path: NodePath): Filter[] {
  const parent = nodeAt(filters, path.slice(0, -1));
  if (parent && isGroup(parent) && parent.children.length === 1) return withoutNode(filters, path.slice(0, -1));
  return around(filters, path, (siblings, index) => siblings.filter((_, at) => at !== index));
}

/** Moves a node to another place among those of its group. */
export const withMovedNode = (filters: readonly Filter[], path: NodePath, to: number): Filter[] =>
  around(filters, path, (siblings, index) => {
    const others = siblings.filter((_, at) => at !== index);
    return [...others.slice(0, to), ...siblings.slice(index, index + 1), ...others.slice(to)];
  });

export function nodeAt(filters: readonly ConditionNode[], [index, ...rest]: NodePath): ConditionNode | undefined {
  const node = index === undefined ? undefined : filters[index];
  if (!node || rest.length === 0) return node;
  return isGroup(node) ? nodeAt(node.children, rest) : undefined;
}

/** Changes the list that a node is in. What is around it stays as it is. */
function around(
  filters: readonly Filter[],
  path: NodePath,
  change: (siblings: readonly ConditionNode[], index: number) => ConditionNode[],
): Filter[] {
  // Only groups stand in the list itself.
  return changedList(filters, path, change).filter(isGroup);
}

function changedList(
  nodes: readonly ConditionNode[],
  [index = -1, ...rest]: NodePath,
  change: (siblings: readonly ConditionNode[], index: number) => ConditionNode[],
): ConditionNode[] {
  if (rest.length === 0) return change(nodes, index);
  return nodes.map((node, at) =>
    at === index && isGroup(node)
      ? replacing(node, { ...node, children: changedList(node.children, rest, change) })
      : node,
  );
}

/** Returns the path by which the server names a node in its issues: `0.children.2`. */
export const issuePath = (path: NodePath): string => path.join(".children.");

/** Names a group for who cannot see where it is: "group 1", and "group 1.2" for what is second in it. */
export const groupName = (path: NodePath): string => `group ${path.map((index) => index + 1).join(".")}`;
