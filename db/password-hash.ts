import { hash, parseOptions, verify } from "@node-rs/argon2";
import { compare } from "bcryptjs";

/** Argon2id as OWASP's password storage cheat sheet recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes by Argon2id, the library's default. The text names the algorithm and its cost. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Compares with a hash of Argon2id, or of bcrypt, by which passwords were hashed before. */
export const isPassword = (password: string, passwordHash: string): Promise<boolean> =>
  isArgon2(passwordHash) ? verify(passwordHash, password) : compare(password, passwordHash);

/** Whether the hash was made by another algorithm, or at a lower cost, than passwords are hashed by now. */
export function isOutdatedHash(passwordHash: string): boolean {
  if (!isArgon2(passwordHash)) return true;
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return memoryCost < COST.memoryCost || timeCost < COST.timeCost;
}

const isArgon2 = (passwordHash: string): boolean => passwordHash.startsWith("$argon2id$");

let unusedHash: Promise<string> | undefined;

/** Takes as long as comparing a password does, where there is nothing to compare it with. */
export async function comparePasswordWithNothing(password: string): Promise<void> {
  unusedHash ??= hashPassword("a password that nobody has");
  await isPassword(password, await unusedHash);
}
