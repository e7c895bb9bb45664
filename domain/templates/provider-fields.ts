import { providerNames } from "#contract/constants/provider-ids.ts";
import type { ProviderFields } from "#contract/workflows/templates.ts";
import { mapLeaves } from "../values/map-leaves.ts";
import { type ValueEscapes, writeValues } from "./value-marks.ts";

/** Addresses mention nobody, and platforms read them as they are. */
const ADDRESS = /url$/i;

/** A step's own fields for one provider, which it may name by its alias, with values as the platform writes them. */
export function fieldsOfProvider(
  rendered: ProviderFields | undefined,
  providerId: string,
  escapes?: ValueEscapes,
): Record<string, unknown> {
  const given = providerNames(providerId).map((name) =>
    rendered && Object.hasOwn(rendered, name) ? rendered[name] : {},
  );
  return mapLeaves(Object.assign({}, ...given), (leaf, path) =>
    typeof leaf === "string" ? writeValues(leaf, ADDRESS.test(path.at(-1) ?? "") ? {} : escapes) : leaf,
  );
}
