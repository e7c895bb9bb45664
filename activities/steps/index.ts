import type { StepType } from "#contract/constants/channels.ts";
import type { StepModule } from "../run/step-type.ts";
import { branch } from "./branch.ts";
import { channelStep } from "./channel.ts";
import { custom } from "./custom.ts";
import { delay } from "./delay.ts";
import { digest } from "./digest.ts";
import { http } from "./http.ts";
import { throttle } from "./throttle.ts";
import { triggerStep } from "./trigger.ts";
import { waitForEvent } from "./wait-for-event.ts";

const modules: readonly StepModule[] = [
  channelStep,
  delay,
  digest,
  throttle,
  http,
  waitForEvent,
  branch,
  custom,
  triggerStep,
];

/** Throws for a type whose steps cannot be saved. */
export function stepModule(type: StepType): StepModule {
  const found = modules.find(({ types }) => types.includes(type));
  if (!found) throw new Error(`Steps of type ${type} cannot be run`);
  return found;
}
