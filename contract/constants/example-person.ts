/** The recipient of a preview that names nobody, so that it has what most people have. */
export const EXAMPLE_PERSON = {
  subscriberId: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+15555550100",
};
