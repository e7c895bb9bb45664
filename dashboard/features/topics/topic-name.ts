/** Returns the name of a topic, or else its key. */
export const topicName = ({ key, name }: { key: string; name: string }): string => name || key;
