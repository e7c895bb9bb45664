/** Characters that the lock screens of phones of usual width show before they cut, at the standard text size. */
export const PUSH_LENGTHS = {
  ios: { name: "iOS", title: 50, body: 178 },
  android: { name: "Android", title: 65, body: 240 },
} as const;

/** Says which systems cut a message, and where; none where all show it as a whole. */
export function cutSentences({ title, body }: { title: string; body: string }): string[] {
  const lengths = { title: [...title].length, body: [...body].length };
  return Object.values(PUSH_LENGTHS).flatMap(({ name, ...shown }) =>
    (["title", "body"] as const).flatMap((part) =>
      lengths[part] > shown[part]
        ? [`${name} cuts the ${part} after about ${shown[part]} of ${lengths[part]} characters.`]
        : [],
    ),
  );
}
