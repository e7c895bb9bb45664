import { curlSnippet, type ExampleEvent, literalOf, typescriptSnippet } from "./event-snippets.ts";

interface Call {
  /** Address of the API without a version, such as "https://belfry.example.com". */
  apiUrl: string;
  /** The API key, or what stands for it. */
  key: string;
  event: ExampleEvent;
}

const urlOf = ({ apiUrl }: Call): string => `${apiUrl}/v1/events/trigger`;
const jsonOf = ({ event }: Call): string => JSON.stringify(event, null, 2);
const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

/** Ways to trigger the workflow, each as a program that can be run as it is. */
export const TRIGGER_SNIPPETS = [
  { id: "curl", text: "curl", codeOf: (call: Call) => curlSnippet(urlOf(call), call.key, call.event) },
  { id: "client", text: "TypeScript client", codeOf: clientSnippet },
  { id: "javascript", text: "JavaScript", codeOf: javascriptSnippet },
  { id: "python", text: "Python", codeOf: pythonSnippet },
  { id: "go", text: "Go", codeOf: goSnippet },
  { id: "php", text: "PHP", codeOf: phpSnippet },
  { id: "ruby", text: "Ruby", codeOf: rubySnippet },
  { id: "java", text: "Java", codeOf: javaSnippet },
] as const satisfies readonly { id: string; text: string; codeOf: (call: Call) => string }[];
type SnippetLanguage = (typeof TRIGGER_SNIPPETS)[number]["id"];

/** Returns the program that triggers an event in a language. */
export const triggerSnippet = (language: SnippetLanguage, call: Call): string =>
  (TRIGGER_SNIPPETS.find(({ id }) => id === language) ?? TRIGGER_SNIPPETS[0]).codeOf(call);

function clientSnippet({ apiUrl, key, event: { name, ...event } }: Call): string {
  return `import { Belfry } from "@belfry/client";

const belfry = new Belfry("${key}", { apiUrl: "${apiUrl}" });

const { transactionId } = await belfry.trigger(${JSON.stringify(name)}, ${literalOf(event)});
console.log(transactionId);`;
}

function javascriptSnippet(call: Call): string {
  return typescriptSnippet(urlOf(call), call.key, call.event);
}

function pythonSnippet(call: Call): string {
  const body = jsonOf(call).replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  return `import json
import urllib.request

event = """${body}"""

request = urllib.request.Request(
    "${urlOf(call)}",
    data=event.encode(),
    headers={"Authorization": "ApiKey ${call.key}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"]["transactionId"])`;
}

function goSnippet(call: Call): string {
  // A raw literal cannot hold its own quote.
  const body = jsonOf(call).replaceAll("`", '` + "`" + `');
  return `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	event := \`${body}\`
	request, err := http.NewRequest("POST", "${urlOf(call)}", strings.NewReader(event))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "ApiKey ${call.key}")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}`;
}

function phpSnippet(call: Call): string {
  return `<?php
$event = <<<'JSON'
${jsonOf(call)}
JSON;

$request = curl_init("${urlOf(call)}");
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => $event,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ["Authorization: ApiKey ${call.key}", "Content-Type: application/json"],
]);
echo curl_exec($request);`;
}

function rubySnippet(call: Call): string {
  return `require "net/http"

event = <<~'JSON'
  ${indented(jsonOf(call), "  ")}
JSON

response = Net::HTTP.post(
  URI("${urlOf(call)}"),
  event,
  "Authorization" => "ApiKey ${call.key}",
  "Content-Type" => "application/json"
)
puts response.body`;
}

function javaSnippet(call: Call): string {
  const body = jsonOf(call).replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Trigger {
  public static void main(String[] arguments) throws Exception {
    String event = """
        ${indented(body, "        ")}
        """;
    HttpRequest request = HttpRequest.newBuilder(URI.create("${urlOf(call)}"))
        .header("Authorization", "ApiKey ${call.key}")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(event))
        .build();
    HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
  }
}`;
}
