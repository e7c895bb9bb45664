import { inject } from "vitest";
import { waitUntilPrepared } from "./prepared.ts";

await waitUntilPrepared(inject("runFolder"));
