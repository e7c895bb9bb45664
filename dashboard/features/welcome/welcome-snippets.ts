interface InboxSession {
  applicationIdentifier: string;
  /** The server's address without /v1. */
  apiUrl: string;
  /** Address of the script that defines the element. */
  scriptUrl: string;
  /** Whether the environment demands a proof with the subscriber's id. */
  needsHash: boolean;
}

const SUBSCRIBER = "YOUR_SUBSCRIBER_ID";
const HASH = "HASH_FROM_YOUR_SERVER";

/** Returns the ways of putting the inbox into an app, by the name of each. */
export function inboxSnippets({ applicationIdentifier, apiUrl, scriptUrl, needsHash }: InboxSession) {
  return {
    react: [
      `import { Inbox } from "@belfry/inbox";`,
      "",
      "export const Notifications = () => (",
      "  <Inbox",
      `    applicationIdentifier="${applicationIdentifier}"`,
      `    subscriberId="${SUBSCRIBER}"`,
      ...(needsHash ? [`    subscriberHash="${HASH}"`] : []),
      `    apiUrl="${apiUrl}"`,
      "  />",
      ");",
    ].join("\n"),
    html: [
      `<script src="${scriptUrl}" defer></script>`,
      "<belfry-inbox",
      `  application-identifier="${applicationIdentifier}"`,
      `  subscriber-id="${SUBSCRIBER}"`,
      ...(needsHash ? [`  subscriber-hash="${HASH}"`] : []),
      "></belfry-inbox>",
    ].join("\n"),
  };
}

/** Returns a command for a shell that connects a mail server. */
export function connectSnippet(apiUrl: string, key: string): string {
  const integration = {
    providerId: "nodemailer",
    channel: "email",
    active: true,
    credentials: {
      host: "smtp.example.com",
      port: "587",
      user: "USER",
      password: "PASSWORD",
      from: "hello@example.com",
    },
  };
  return [
    `curl -X POST ${apiUrl}/v1/integrations`,
    `  -H "Authorization: ApiKey ${key}"`,
    '  -H "Content-Type: application/json"',
    `  -d '${JSON.stringify(integration, null, 2)}'`,
  ].join(" \\\n");
}
