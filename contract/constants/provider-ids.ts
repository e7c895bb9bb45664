/** Belfry's own providers; vendors' ids live with their adapters in `providers/`. */
export const IN_APP_PROVIDER = "belfry";
export const DEMO_EMAIL_PROVIDER = "belfry-email";
export const DEMO_SMS_PROVIDER = "belfry-sms";
