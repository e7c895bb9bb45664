CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid,
	"call_id" uuid NOT NULL,
	"body_hash" text NOT NULL,
	"claim" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"status" smallint,
	"content_type" text,
	"body" text,
	"is_omitted" boolean DEFAULT false NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_expire" ON "idempotency_keys" USING brin ("expire_at");