import { compare, hash } from "bcryptjs";

/** Rounds are two to the power of this. */
const COST = 10;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

export const isPassword = (password: string, passwordHash: string): Promise<boolean> => compare(password, passwordHash);
