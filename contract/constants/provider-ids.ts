/** Belfry's own providers; vendors' ids live with their adapters in `providers/`. */
export const IN_APP_PROVIDER = "belfry";
export const DEMO_EMAIL_PROVIDER = "belfry-email";
export const DEMO_SMS_PROVIDER = "belfry-sms";

/** Credential fields that are encrypted at rest and masked in answers: product.md section 3, "Provider catalogue". */
export const SECRET_CREDENTIALS = ["apiKey", "apiToken", "secretKey", "token", "password", "serviceAccount"] as const;
