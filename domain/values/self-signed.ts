/** Whether the bridge of an environment may have a certificate that it signed itself: only in one of development that says so. */
export const allowsSelfSigned = (
  environment: { bridgeSelfSigned: boolean; parentId: string | null } | null | undefined,
): boolean => environment?.bridgeSelfSigned === true && environment.parentId === null;
