/** The labels of control values, by the first part of their paths. */
const CONTROL_NAMES: Readonly<Record<string, string>> = {
  subject: "Subject",
  body: "Body",
  preheader: "Preheader",
  avatar: "Avatar",
  redirect: "Opens",
  primaryAction: "Primary action",
  secondaryAction: "Secondary action",
  layoutId: "Layout",
  data: "Data",
  from: "Sender",
  replyTo: "Reply to",
  providers: "Blocks by provider",
};

/** Returns a sentence about a control value with the label of its field before it; alone where no field is known. */
export function atControl(path: string | undefined, message: string): string {
  const name = CONTROL_NAMES[path?.split(".")[0] ?? ""];
  return name === undefined ? message : `${name}: ${message}`;
}
