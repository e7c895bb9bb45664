import { z } from "zod";

export const Login = z.object({
  email: z.email({ error: "must be an email" }),
  password: z.string().min(1, { error: "should not be empty" }),
});
export const Token = z.object({ token: z.string() });

/** A person who signs in: api-workflows-and-widget.md section 8. */
export const Account = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().optional(),
  email: z.string(),
  profilePicture: z.string().optional(),
  hasPassword: z.boolean(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof Account>;
