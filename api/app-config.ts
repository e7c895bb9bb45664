import type { Config } from "#config.ts";

/** The settings that the API needs. */
export type AppConfig = Pick<
  Config,
  | "secret"
  | "encryptionKey"
  | "allowPrivateHosts"
  | "proxy"
  | "demoLimits"
  | "storesContent"
  | "mailHost"
  | "inboundMail"
  | "installation"
  | "blueprintCreator"
  | "planLimits"
  | "apiRateLimits"
  | "publicUrl"
  | "contextPaths"
  | "mode"
  | "limits"
  | "trustedProxies"
  | "idleSeconds"
  | "stopSeconds"
  | "recordsRequests"
  | "registration"
  | "github"
>;
