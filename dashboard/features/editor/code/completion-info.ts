interface Info {
  description?: string | undefined;
  sample?: string | undefined;
}

/** Returns what is shown beside a chosen name: its description, and a value that it may have. */
export function completionInfo({ description, sample }: Info): HTMLElement {
  const box = document.createElement("div");
  if (description) box.append(paragraph(description));
  if (sample !== undefined) {
    const value = paragraph("Such as ");
    const code = document.createElement("code");
    code.textContent = sample;
    value.append(code);
    box.append(value);
  }
  return box;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
