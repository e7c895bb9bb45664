/** Returns an API key as a snippet shows it, and as it is copied: a placeholder where there is none to show. */
export const maskedKey = (apiKey: string | undefined): { shown: string; copied: string } =>
  apiKey === undefined ? { shown: "YOUR_API_KEY", copied: "YOUR_API_KEY" } : { shown: "•".repeat(12), copied: apiKey };
