export type Casing = "camel" | "snake" | "pascal" | "kebab" | "constant";

/**
 * How a vendor names the fields of its requests: data that a workflow's code gives a provider in whatever casing is given these names.
 * They are those of the vendors' interfaces, not of their SDKs.
 */
export interface VendorFields {
  casing: Casing;
  /** Fields whose names no casing gives, by the names that it does give. */
  names?: Readonly<Record<string, string>>;
}
