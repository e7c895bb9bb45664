import { expect, test } from "vitest";
import { isScriptUrl } from "./script-url.ts";

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "  javascript:alert(1)",
  "\u0001\u001fjavascript:alert(1)",
  "java\tscript:alert(1)",
  "java\r\nscript:alert(1)",
  "javascript\t:alert(1)",
  "java\u200bscript:alert(1)",
  "javascript&colon;alert(1)",
  "java&Tab;script:alert(1)",
  "java&NewLine;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#0000106avascript:alert(1)",
  "&#x6A;avascript:alert(1)",
  "&#X6A;avascript&#58;alert(1)",
  "data:text/html,<script>1</script>",
  "DATA:text/html;base64,PHNjcmlwdD4=",
  "vbscript:msgbox(1)",
  "VbScript&#58;msgbox(1)",
])("an address that runs code is recognised: %j", (url) => {
  expect(isScriptUrl(url)).toBe(true);
});

test.each([
  "",
  "/orders/1?next=javascript:void",
  "orders",
  "#data:x",
  "?a=1&b=2&colon;",
  "https://example.com/javascript:alert(1)",
  "http://example.com",
  "mailto:ada@example.com",
  "tel:+15550001",
  "myapp://open/data:1",
  "javascripts://x",
  "com.example.data:open",
  "&#999999999;",
  "{{ url }}",
])("any other address is not: %j", (url) => {
  expect(isScriptUrl(url)).toBe(false);
});
