/** Whether the body of an email, or a layout, is MJML: its first element is `mjml`. */
export function isMjml(text: string): boolean {
  let rest = text.trimStart();
  while (rest.startsWith("<!--") || rest.startsWith("<?")) {
    const end = rest.startsWith("<?") ? "?>" : "-->";
    const index = rest.indexOf(end);
    if (index === -1) return false;
    rest = rest.slice(index + end.length).trimStart();
  }
  return /^<mjml[\s/>]/i.test(rest);
}
