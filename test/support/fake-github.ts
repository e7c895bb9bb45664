import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A person as GitHub knows them. */
export interface GithubPerson {
  id: number;
  login: string;
  name?: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

interface Grant {
  person: GithubPerson;
  challenge: string;
  redirectUri: string;
}

export const GITHUB_APP = { clientId: "client-1", clientSecret: "client-secret-1" };

/** GitHub's three endpoints of a sign-in, on loopback. Codes serve once, and only with the verifier of their challenge. */
export async function startFakeGithub() {
  const grants = new Map<string, Grant>();
  const people = new Map<string, GithubPerson>();
  let failing = false;
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (failing) return send(503, {});
    if (request.method === "POST") {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on("end", () => send(200, exchange(new URLSearchParams(text))));
      return undefined;
    }
    const person = people.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (!person) return send(401, { message: "Bad credentials" });
    const { emails, ...profile } = person;
    return send(200, request.url === "/user/emails" ? emails : { ...profile, avatar_url: "https://avatars.example/1" });
  });

  function exchange(form: URLSearchParams): object {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      form.get("client_id") === GITHUB_APP.clientId &&
      form.get("client_secret") === GITHUB_APP.clientSecret &&
      form.get("redirect_uri") === grant?.redirectUri &&
      challenge === grant.challenge;
    // GitHub answers 200 to a wrong code, too.
    if (!grant || !isRight) return { error: "bad_verification_code" };
    people.set(`token-${code}`, grant.person);
    return { access_token: `token-${code}`, token_type: "bearer" };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, its address is no text.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrls: { "https://github.com": origin, "https://api.github.com": origin },
    /** The person agrees on GitHub's page. Returns the query that GitHub sends the browser back with. */
    agree(authorizeUrl: string, person: GithubPerson) {
      const query = new URL(authorizeUrl).searchParams;
      const code = `code-${grants.size + people.size}-${person.id}`;
      grants.set(code, {
        person,
        challenge: query.get("code_challenge") ?? "",
        redirectUri: query.get("redirect_uri") ?? "",
      });
      return { code, state: query.get("state") ?? "" };
    },
    fail(isFailing: boolean) {
      failing = isFailing;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
