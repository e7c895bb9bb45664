type Direction = "ASC" | "DESC";

/** A column by which a list can be ordered, and the direction that it begins with. */
interface Order<Id extends string> {
  readonly id: Id;
  readonly direction: Direction;
}

interface OrderSearch<Id extends string> {
  sort: Id | undefined;
  direction: Direction | undefined;
}

/** The order of a list as its address has it. The first of the orders is the one that the address leaves out. */
export function createListOrder<Id extends string>(orders: readonly [Order<Id>, ...Order<Id>[]]) {
  const [usual] = orders;
  const find = (id: string | undefined) => orders.find((order) => order.id === id) ?? usual;

  /** Returns the order of the rows. */
  function orderOf({ sort, direction }: OrderSearch<Id>): { by: Id; direction: Direction } {
    const order = find(sort);
    return { by: order.id, direction: direction ?? order.direction };
  }

  /** Returns the change of the search that orders by a column: a second time the other way round. */
  function orderBy(search: OrderSearch<Id>, by: string): OrderSearch<Id> & { page: number } {
    const current = orderOf(search);
    const order = find(by);
    const direction = current.by === order.id ? (current.direction === "ASC" ? "DESC" : "ASC") : order.direction;
    return {
      page: 0,
      sort: order === usual ? undefined : order.id,
      direction: direction === order.direction ? undefined : direction,
    };
  }

  return { orderOf, orderBy };
}
