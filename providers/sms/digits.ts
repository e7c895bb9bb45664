/** Returns a phone number in the form of vendors that want country code and number without the plus sign. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, "");
