import { createRequire } from "node:module";

/** A fault of an element, as the library says it. */
export interface LibraryError {
  line: number;
  message: string;
  tagName: string;
}

/** A component of MJML, as far as this is about what stands in it. */
interface Component {
  /** Its content is HTML, which the library takes as it is. */
  endingTag?: boolean;
  allowedAttributes?: Readonly<Record<string, string>>;
}

interface Core {
  default(source: string, options: object): Promise<{ html: string; errors: LibraryError[] }>;
  components: Record<string, Component>;
  assignComponents(all: object, added: object): void;
}

interface Validator {
  dependencies: object;
  assignDependencies(all: object, added: object): void;
}

interface Preset {
  components: object;
  dependencies: object;
}

// What a default import of these modules is differs between the loaders of the build, of tsx and of the tests.
const require = createRequire(import.meta.url);
const core: Core = require("mjml-core");
const validator: Validator = require("mjml-validator");
const preset: Preset = require("mjml-preset-core");
core.assignComponents(core.components, preset.components);
validator.assignDependencies(validator.dependencies, preset.dependencies);

/** Files and addresses are never read: elements that would are refused before, and the library is told not to follow them. */
const OPTIONS = { ignoreIncludes: true, keepComments: true, validationLevel: "soft" };

/** Compiles MJML to HTML. Throws for what it cannot read at all. */
export const renderMjml = (source: string) => core.default(source, OPTIONS);

/** Returns the component of this name; undefined for none. */
export const componentOf = (name: string): Component | undefined =>
  Object.hasOwn(core.components, name) ? core.components[name] : undefined;
