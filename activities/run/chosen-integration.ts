/** The integration that a channel step sends through. */
export interface ChosenIntegration {
  id: string;
  providerId: string;
  /** The number or name that its messages come from, where its credentials have one. */
  sender: string | undefined;
  /** Those that a message goes through which this one cannot send, in their order. */
  others: readonly ChosenIntegration[];
  /** It has failed before, and one message is to show whether it works again. */
  isProbe: boolean;
  /** An integration that is to be tried with one message instead; undefined when somebody else tries it. */
  probe?: () => Promise<ChosenIntegration | undefined>;
  /**
   * Why no message can go through it; undefined when one can. With the job that sends it, the message is counted, once
   * however often the job is decided.
   */
  limit(jobId?: string): Promise<string | undefined>;
  /** The integration as the history shows it. */
  summary: { providerId: string; identifier: string; name: string; _environmentId: string; _id: string };
}
