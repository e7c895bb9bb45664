import { z } from "zod";
import { flag, httpUrl, path } from "./kinds.ts";
import { setting, together } from "./setting.ts";

const address = z.string().regex(/^[^\s/]+:\d+$/, "host:port without a scheme, for example temporal.example.com:7233");
const queue = z.string().max(200, "a name of at most 200 characters");
const uiUrl = httpUrl("an http or https address, for example http://localhost:8233").transform((value) =>
  value.replace(/(?<!\/)\/+$/, ""),
);

const settings = z.object({
  /** Temporal frontend to use; without it `npm start` brings its own development server. */
  address: setting("TEMPORAL_ADDRESS", address),
  /** Temporal namespace. */
  namespace: setting("TEMPORAL_NAMESPACE", z.string(), "default"),
  /** Temporal task queue that triggers are put on and workers take from. */
  taskQueue: setting("BELFRY_TASK_QUEUE", queue, "belfry"),
  /** Whether Temporal is reached by TLS; on by itself when TEMPORAL_API_KEY or a certificate is given. */
  tls: setting("TEMPORAL_TLS", flag),
  certificate: together(
    {
      /** Client certificate (PEM file) for mutual TLS with Temporal. */
      certPath: setting("TEMPORAL_TLS_CERT_PATH", path),
      /** Private key (PEM file) of TEMPORAL_TLS_CERT_PATH. */
      keyPath: setting("TEMPORAL_TLS_KEY_PATH", path),
    },
    "a certificate and its key belong together",
  ),
  /** Certificate authority (PEM file) that signed Temporal's certificate, when it is not a public one. */
  caPath: setting("TEMPORAL_TLS_CA_PATH", path),
  /** API key for Temporal Cloud. */
  apiKey: setting("TEMPORAL_API_KEY", z.string()),
  /** Address of the Temporal UI, which the dashboard links to. */
  uiUrl: setting("TEMPORAL_UI_URL", uiUrl),
  /** The `temporal` program for the development server; searched for when not given. */
  cliPath: setting("TEMPORAL_CLI_PATH", path),
  /** The time-skipping test server for `npm test`; searched for when not given. */
  testServerPath: setting("TEMPORAL_TEST_SERVER_PATH", path),
});

export const temporal = {
  temporal: settings.transform(({ tls, certificate, caPath, ...rest }) => {
    const on = tls ?? (certificate !== null || caPath !== null || rest.apiKey !== null);
    const { certPath = null, keyPath = null } = certificate ?? {};
    return { ...rest, tls: on ? { certPath, keyPath, caPath } : null };
  }),
};
